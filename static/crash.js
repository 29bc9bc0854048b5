// Tells the user that the page has failed. It stands apart from the page's WebAssembly module, of which nothing
// can be relied upon after a panic, an exhausted stack or a failure to load.
"use strict";

(() => {
  let hasCrashed = false;

  // What parts.js says if a part of the module is not there and can't be loaded.
  const MISSING = "A part of Hornbook could not be loaded";

  window.addEventListener("hornbook-panic", (event) => crash(event.detail));

  // In the capturing phase, because a script that can't be loaded does not bubble.
  window.addEventListener("error", (event) => {
    if (event.target instanceof HTMLScriptElement) {
      crash(`cannot load ${event.target.src}`);
    } else if (event instanceof ErrorEvent && isOurs(event)) {
      crash(event.error?.stack ?? event.message);
    }
  }, true);

  window.addEventListener("unhandledrejection", (event) => crash(event.reason?.stack ?? String(event.reason)));

  // An extension of the browser may have failed instead.
  function isOurs(event) {
    return event.filename.startsWith(new URL("./", document.baseURI).href) && !event.message.includes("ResizeObserver");
  }

  function crash(message) {
    // The first message is about the cause; what follows are consequences.
    if (hasCrashed) return;
    hasCrashed = true;
    if (document.readyState === "loading") {
      document.addEventListener("DOMContentLoaded", () => show(message));
    } else {
      show(message);
    }
  }

  // Pages on plain http have no clipboard, and others may not be allowed to use it.
  async function copyReport(report) {
    try {
      await navigator.clipboard.writeText(report.textContent);
      return true;
    } catch {
      report.closest("details")?.setAttribute("open", "");
      getSelection().selectAllChildren(report);
      return document.execCommand("copy");
    }
  }

  // That is no error of anybody. To reload a page without a network would lose it, so the network is tried first.
  function tellOfMissingPart(again) {
    const [heading, words] = document.querySelectorAll("#crash > h2, #crash > p");
    heading.textContent = MISSING;
    words.textContent =
      "The network is gone, or the page has been replaced by a newer one. Your text is saved; try again when the network is back.";
    again.textContent = "Try again";
    again.addEventListener("click", async () => {
      try {
        await fetch(location.href, { cache: "no-store" });
        location.reload();
      } catch {
        words.textContent = "The network is still gone. Your text is saved; try again when it is back.";
      }
    });
  }

  function show(message) {
    const report = document.getElementById("crash-report");
    const copy = document.getElementById("crash-copy");
    const text = document.getElementById("clauses")?.value ?? "";
    report.textContent =
      `Hornbook failed.\n\n${message}\n\nBrowser: ${navigator.userAgent}\n\nText in the editor:\n${text}\n`;
    const again = document.getElementById("crash-continue");
    if (message.includes(MISSING)) {
      tellOfMissingPart(again);
    } else {
      again.addEventListener("click", () => location.reload());
    }
    copy.addEventListener("click", async () => {
      copy.textContent = (await copyReport(report)) ? "Report copied" : "Report selected: copy it with Ctrl C";
    });
    // What is left of the page would not answer, nor save what is typed.
    document.getElementById("app").inert = true;
    document.getElementById("crash").hidden = false;
  }
})();
