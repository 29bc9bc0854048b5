// Before the page itself is there, its first sight is (static/first.html): the same elements, without what makes
// them work. What is done to them meanwhile is done to their counterparts once the page has taken their place.
"use strict";

(() => {
  const root = document.documentElement;
  let isKnown = false;
  // A browser may refuse to store anything.
  try {
    root.dataset.theme = localStorage.getItem("hornbook.theme") ?? "system";
    isKnown = [localStorage, sessionStorage].some((store) => Object.keys(store).some((key) => key.startsWith("hornbook.")));
  } catch {}
  // Whoever has been here, or follows a link, sees something else first.
  if (isKnown || location.hash || location.search) return;
  const app = document.getElementById("app");
  const ahead = document.createElement("div");
  ahead.id = "ahead";
  ahead.ariaBusy = "true";
  ahead.append(document.getElementById("first").content.cloneNode(true));
  app.replaceChildren(ahead);

  const pressed = [];
  let focused;
  ahead.addEventListener("click", (event) => {
    const control = event.target.closest("button, summary");
    if (control) press(control, event);
  });
  addEventListener("keydown", (event) => {
    const solve = ahead.isConnected && ahead.querySelector("button.solve");
    if (solve && event.key === "Enter" && (event.ctrlKey || event.metaKey)) press(solve, event);
  }, true);
  ahead.addEventListener("input", () => ahead.querySelector(".layer").setAttribute("hidden", ""));
  addEventListener("focusin", (event) => { focused = event.target; }, true);
  // The page is about to be drawn (page.js).
  addEventListener("hornbook-start", () => {
    const before = controls(ahead);
    const observer = new MutationObserver(() => {
      if (ahead.isConnected || !app.querySelector("main")) return;
      observer.disconnect();
      repeat(before, controls(app));
    });
    observer.observe(app, { childList: true });
  });

  function press(control, event) {
    event.preventDefault();
    pressed.push(control);
    ahead.querySelector(".run-status").textContent = "The solver is loading; this comes next.";
  }

  // The same ones in the first sight as on the page, in the same order.
  function controls(place) {
    const elements = [...place.querySelectorAll("button, summary, select, textarea")];
    return elements.filter((element) => !element.closest("dialog, .gallery-drawer, details > :not(summary)"));
  }

  function repeat(before, after) {
    const counterpart = (element) => after[before.indexOf(element)];
    // The text first: another text may come with another method.
    for (const area of before.filter((field) => field.matches("textarea") && field.value !== field.defaultValue)) {
      const now = counterpart(area);
      now.value = area.value;
      now.dispatchEvent(new InputEvent("input", { bubbles: true }));
      now.setSelectionRange(area.selectionStart, area.selectionEnd);
    }
    for (const list of before.filter((field) => field.matches("select"))) {
      if (list.selectedIndex === list.querySelector("[selected]").index) continue;
      counterpart(list).selectedIndex = list.selectedIndex;
      counterpart(list).dispatchEvent(new Event("change", { bubbles: true }));
    }
    counterpart(focused)?.focus();
    for (const control of pressed) counterpart(control)?.click();
  }
})();
