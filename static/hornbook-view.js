// A view of a run in a page of your own:
//
//   <script defer src="https://example.org/hornbook/hornbook-view.js"></script>
//   <hornbook-view example="gcd" step="6" views="graph tree"></hornbook-view>
//
// It shows the page that lies beside this script, in a frame. Attributes: example, method, step, views, select; or link, which is
// what Share copies, for a text of your own; and height, in pixels. All of them can be changed at any time. See docs/embedding.md.

// A plain script, since hosts of modules must say that other hosts may have them, and many do not.
const SCRIPT = document.currentScript ?? document.querySelector('script[src*="hornbook-view"]');
const HOME = new URL("./", SCRIPT.src);
const NAMES = ["example", "method", "step", "views", "select"];

class HornbookView extends HTMLElement {
  static observedAttributes = [...NAMES, "link", "height"];

  connectedCallback() {
    if (!this.frame) {
      this.frame = document.createElement("iframe");
      this.frame.title = "Hornbook";
      this.frame.loading = "lazy";
      this.frame.style.cssText = "display: block; width: 100%; border: 1px solid #8886";
      this.append(this.frame);
    }
    this.update();
  }

  attributeChangedCallback() {
    if (this.frame) this.update();
  }

  update() {
    this.frame.style.height = `${Number(this.getAttribute("height")) || 420}px`;
    const address = this.address();
    if (this.frame.src !== address) this.frame.src = address;
  }

  // The address of what is shown.
  address() {
    const page = new URL("?embed", HOME);
    const link = this.getAttribute("link");
    if (link) {
      page.hash = link.includes("#") ? link.slice(link.indexOf("#") + 1) : link;
      return page.href;
    }
    const said = NAMES.filter((name) => this.hasAttribute(name));
    const value = (name) => encodeURIComponent(this.getAttribute(name).trim()).replaceAll("%20", "+").replaceAll("%2C", "+");
    page.hash = said.map((name) => `${name}=${value(name)}`).join("&");
    return page.href;
  }
}

customElements.define("hornbook-view", HornbookView);
