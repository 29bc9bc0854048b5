//! The page as its visitors see it.

use std::cell::RefCell;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use fantoccini::actions::{
    InputSource, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction,
};
use fantoccini::elements::Element;
use fantoccini::error::CmdError;
use fantoccini::wd::{WebDriverCompatibleCommand, WindowHandle};
use fantoccini::{Client, Locator};
use hornbook_web::state::views::View;
use serde_json::{Value, json};
use tokio::time::sleep;
use xtask::http::Server;

use super::HANG_GUARD;
use super::driver::dist;
use super::run::{Outcome, string};

/// Keys, as WebDriver writes them.
/// The main part of the page, once it works.
const MAIN: &str = "//main[not(ancestor::*[@id='ahead'])]";

pub const NOTHING_HELD: char = '\u{e000}';
pub const TAB: &str = "\u{e004}";
pub const ENTER: &str = "\u{e007}";
pub const CONTROL: char = '\u{e009}';
pub const ESCAPE: &str = "\u{e00c}";
pub const END: &str = "\u{e010}";
pub const HOME: &str = "\u{e011}";
pub const LEFT: &str = "\u{e012}";
pub const RIGHT: &str = "\u{e014}";
pub const DOWN: &str = "\u{e015}";

/// The page in a browser, and the server it comes from.
#[derive(Debug)]
pub struct Page {
    client: Client,
    server: Option<Server>,
    listens_at: SocketAddr,
    /// Where the page is, with a slash at its end.
    url: String,
    base: String,
    /// What the console has shown; the driver tells everything only once.
    console: Mutex<Vec<String>>,
    /// Other hosts that were gone to, with a slash at their ends.
    hosts: Mutex<Vec<String>>,
}

impl Page {
    pub fn new(client: Client, server: Server, base: &str) -> Self {
        let url = format!("http://{}{base}", server.address());
        Self {
            client,
            listens_at: server.address(),
            server: Some(server),
            url,
            base: base.to_owned(),
            console: Mutex::default(),
            hosts: Mutex::default(),
        }
    }

    /// Opens the page and waits until it is there and its worker has answered.
    pub async fn open(&self) -> Outcome {
        self.open_with("").await
    }

    /// Opens the page at an address that ends in `suffix`.
    pub async fn open_with(&self, suffix: &str) -> Outcome {
        self.client.goto(&format!("{}{suffix}", self.url)).await?;
        self.wait_until_ready().await
    }

    /// Opens the page at an address that ends in `suffix`, without waiting for more than its main part.
    pub async fn visit(&self, suffix: &str) -> Outcome {
        self.client.goto(&format!("{}{suffix}", self.url)).await?;
        self.find(MAIN).await.map(drop)
    }

    /// Opens the page at an address that ends in `suffix`, without waiting for it.
    pub async fn arrive(&self, suffix: &str) -> Outcome {
        self.client.goto(&format!("{}{suffix}", self.url)).await
    }

    /// Opens another tab and goes there; says which tabs there are, the first one first.
    pub async fn open_tab(&self) -> Result<Vec<WindowHandle>, CmdError> {
        let first = self.client.window().await?;
        let second = self.client.new_window(true).await?.handle;
        self.client.switch_to_window(second.clone()).await?;
        self.open().await?;
        Ok(vec![first, second])
    }

    /// The tabs and windows that there are.
    pub async fn tabs(&self) -> Result<Vec<WindowHandle>, CmdError> {
        self.client.windows().await
    }

    /// The address of the page, with a slash at its end.
    pub fn address(&self) -> &str {
        &self.url
    }

    /// Goes to a page that is not ours; what it asks of its own host is not our page's doing.
    pub async fn leave_for(&self, url: &str) -> Outcome {
        self.hosts.lock().expect("nobody panics while holding it").push(url.to_owned());
        self.client.goto(url).await
    }

    /// From now on everything is about the first frame of the present page.
    pub async fn enter_frame(&self) -> Outcome {
        self.client.enter_frame(0).await
    }

    /// Reloads a page that is not the whole of ours.
    pub async fn reload_part(&self) -> Outcome {
        self.client.refresh().await
    }

    pub async fn go_to_tab(&self, tab: &WindowHandle) -> Outcome {
        self.client.switch_to_window(tab.clone()).await
    }

    pub async fn reload(&self) -> Outcome {
        self.client.refresh().await?;
        self.wait_until_ready().await
    }

    async fn wait_until_ready(&self) -> Outcome {
        self.find(MAIN).await?;
        self.wait_for_answer().await
    }

    /// Waits until what is said about the problem is up to date.
    pub async fn wait_for_answer(&self) -> Outcome {
        self.find("//section[h2='About this problem']/div[@aria-busy='false']").await.map(drop)
    }

    /// What the worker has said about the problem.
    pub async fn about(&self) -> Result<String, CmdError> {
        self.find("//section[h2='About this problem']").await?.text().await
    }

    /// The element at an XPath, once it is there.
    pub async fn find(&self, path: &str) -> Result<Element, CmdError> {
        self.client.wait().at_most(HANG_GUARD).for_element(Locator::XPath(path)).await
    }

    /// The elements at an XPath, now.
    pub async fn find_all(&self, path: &str) -> Result<Vec<Element>, CmdError> {
        self.client.find_all(Locator::XPath(path)).await
    }

    /// The visible button with a text on it.
    pub async fn button(&self, text: &str) -> Result<Element, CmdError> {
        self.find(&format!("//button[normalize-space()='{text}' and not(ancestor::*[@hidden])]")).await
    }

    /// The button of an example, in the drawer of examples.
    pub async fn example(&self, name: &str) -> Result<Element, CmdError> {
        self.open_examples().await?;
        self.find(&format!("//nav[@aria-label='Examples']//button[span='{name}']")).await
    }

    /// Opens the drawer with the examples, unless it is open.
    pub async fn open_examples(&self) -> Outcome {
        self.find("//nav[@aria-label='Examples']").await?;
        if self.find_all("//nav[@aria-label='Examples' and not(ancestor::*[@hidden])]").await?.is_empty() {
            self.button("Examples").await?.click().await?;
        }
        Ok(())
    }

    /// Brings a view into sight, as a person would: by its tab if it has one, and else by the list of views.
    pub async fn show(&self, view: View) -> Outcome {
        let word = view.word();
        let panel = format!("//section[contains(@class, 'view-{}')]", view.name());
        if !self.find_all(&panel).await?.is_empty() {
            return Ok(());
        }
        let tab = format!("//button[@role='tab' and normalize-space()='{word}']");
        if let Some(tab) = self.find_all(&tab).await?.first() {
            tab.clone().click().await?;
        } else {
            self.find("//details[contains(@class, 'views-menu')]/summary").await?.click().await?;
            let button = format!("//*[@aria-label='Views']/button[span='{word}']");
            self.find(&button).await?.click().await?;
            self.press(ESCAPE).await?;
        }
        self.find(&panel).await.map(drop)
    }

    /// The button with a name that is not written on it.
    pub async fn labelled(&self, name: &str) -> Result<Element, CmdError> {
        self.find(&format!("//button[@aria-label='{name}']")).await
    }

    /// Opens an example, solves it, and waits for the verdict.
    pub async fn solve(&self, example: &str, verdict: &str) -> Outcome {
        self.example(example).await?.click().await?;
        self.wait_for_answer().await?;
        self.button("Solve").await?.click().await?;
        self.status(verdict).await
    }

    /// Chooses a value of a setting, by the beginning of its label.
    pub async fn set(&self, setting: &str, label: &str) -> Outcome {
        // By key: the summary may have scrolled behind the controls.
        let summary = "//details[contains(@class, 'settings')]/summary";
        self.find(summary).await?.send_keys(ENTER).await?;
        let option =
            format!("//*[@aria-label='{setting}']//label[starts-with(normalize-space(), '{label}')]");
        self.find(&option).await?.click().await?;
        self.find(summary).await?.send_keys(ENTER).await
    }

    /// Begins a run that does not end by itself, and waits until there is something to see of it.
    pub async fn start_long_run(&self) -> Outcome {
        self.example("mult").await?.click().await?;
        self.wait_for_answer().await?;
        // So far away that it is not met, however slow the machine.
        self.set_limit(10_000).await?;
        self.button("Solve").await?.click().await?;
        self.find("//ul[@aria-label='So far']").await.map(drop)
    }

    /// Sets after how many million steps of work the run pauses.
    pub async fn set_limit(&self, limit: u32) -> Outcome {
        let summary = "//details[contains(@class, 'settings')]/summary";
        self.find(summary).await?.send_keys(ENTER).await?;
        let field = self.find("//*[label='Pause after']//input[@type='number']").await?;
        field.send_keys(&format!("{CONTROL}a{NOTHING_HELD}{limit}{ENTER}")).await?;
        self.find(summary).await?.send_keys(ENTER).await
    }

    /// Waits until the run stands like this.
    pub async fn status(&self, words: &str) -> Outcome {
        let path = format!("//*[@id='run-status'][starts-with(normalize-space(), '{words}')]");
        self.find(&path).await.map(drop)
    }

    /// The text of the view under a heading, which is brought into sight.
    pub async fn view(&self, heading: &str) -> Result<String, CmdError> {
        let view = View::ALL.iter().copied().find(|view| view.title() == heading).expect("a view");
        self.show(view).await?;
        self.find(&format!("//section[header/h2='{heading}']/div")).await?.text().await
    }

    /// Takes the focus away from everything, as a click beside it would.
    pub async fn blur(&self) -> Outcome {
        self.script("document.activeElement.blur()").await.map(drop)
    }

    /// The text field whose label is a heading, which says what the text is.
    pub async fn editor(&self) -> Result<Element, CmdError> {
        self.find("//textarea[@id=//h2/label/@for]").await
    }

    /// The text in the editor.
    pub async fn text(&self) -> Result<String, CmdError> {
        Ok(self.editor().await?.prop("value").await?.unwrap_or_default())
    }

    /// Replaces the text in the editor by typing.
    pub async fn write(&self, text: &str) -> Outcome {
        let keys = format!("{CONTROL}a{NOTHING_HELD}{text}");
        self.editor().await?.send_keys(&keys).await
    }

    /// Presses and releases keys, wherever the focus is.
    pub async fn press(&self, keys: &str) -> Outcome {
        let mut actions = KeyActions::new("keyboard".to_owned());
        for value in keys.chars() {
            actions = actions.then(KeyAction::Down { value }).then(KeyAction::Up { value });
        }
        self.client.perform_actions(actions).await
    }

    /// Clicks at a part of the width of an element, from 0 to 1.
    pub async fn click_within(&self, selector: &str, part: f64) -> Outcome {
        let element = self.client.find(Locator::Css(selector)).await?;
        let (_, _, width, _) = element.rectangle().await?;
        let x = (part - 0.5) * (width - 4.0);
        let actions = MouseActions::new("mouse".to_owned())
            .then(PointerAction::MoveToElement { element, duration: None, x, y: 0.0 })
            .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
            .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        self.client.perform_actions(actions).await
    }

    /// The text of the element that has the focus.
    pub async fn focused_text(&self) -> Result<String, CmdError> {
        Ok(string(&self.script("return document.activeElement.innerText").await?))
    }

    /// Runs a script in the page.
    pub async fn script(&self, script: &str) -> Result<Value, CmdError> {
        self.client.execute(script, Vec::new()).await
    }

    /// Runs a script that ends by calling its last argument.
    pub async fn long_script(&self, script: &str, arguments: Vec<Value>) -> Result<Value, CmdError> {
        self.client.execute_async(script, arguments).await
    }

    /// Makes the window as large as that of a phone.
    pub async fn become_a_phone(&self) -> Outcome {
        let metrics = json!({ "width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": true });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics).await.map(drop)
    }

    /// Makes the window as large as that of a desktop.
    pub async fn become_a_desktop(&self) -> Outcome {
        self.resize(1400, 1000).await
    }

    /// Makes the window this large.
    pub async fn resize(&self, width: u32, height: u32) -> Outcome {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics).await.map(drop)
    }

    /// Lets the system ask for dark colours, or for light ones.
    pub async fn darken(&self, is_dark: bool) -> Outcome {
        let value = if is_dark { "dark" } else { "light" };
        let features = json!([{ "name": "prefers-color-scheme", "value": value }]);
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": features })).await.map(drop)
    }

    /// Gives a command to the developer tools of the browser.
    pub async fn devtools(&self, command: &str, parameters: Value) -> Result<Value, CmdError> {
        let body = json!({ "cmd": command, "params": parameters });
        self.client.issue_cmd(Post { path: "goog/cdp/execute", body }).await
    }

    /// Ends the server: nothing can be loaded any more.
    pub fn unplug(&mut self) {
        self.server = None;
    }

    /// Starts the server anew at the same address, with another directory.
    pub fn deploy(&mut self, directory: PathBuf) {
        self.unplug();
        let listener = TcpListener::bind(self.listens_at).expect("its port is free again");
        self.server = Some(Server::start(listener, directory, &self.base).expect("the server starts"));
    }

    /// Waits until the page asks a question that nothing else goes on before, and says which.
    pub async fn question(&self) -> Result<String, CmdError> {
        let question = RefCell::new(String::new());
        eventually("the page asks a question", async || -> Result<bool, CmdError> {
            match self.client.get_alert_text().await {
                Ok(text) => *question.borrow_mut() = text,
                Err(error) if error.is_no_such_alert() => return Ok(false),
                Err(error) => return Err(error),
            }
            Ok(true)
        })
        .await?;
        Ok(question.into_inner())
    }

    /// Answers such a question.
    pub async fn answer(&self, yes: bool) -> Outcome {
        if yes { self.client.accept_alert().await } else { self.client.dismiss_alert().await }
    }

    /// The address of the worker's script.
    pub fn worker_url(&self) -> String {
        let files = std::fs::read_dir(dist()).expect("the page is built");
        let mut paths = files.map(|file| file.expect("readable").path());
        let is_worker = |path: &std::path::PathBuf| {
            let is_script = path.extension().is_some_and(|extension| extension == "js");
            is_script && path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("worker-"))
        };
        let path = paths.find(is_worker).expect("the page has a worker");
        format!("{}{}", self.url, path.file_name().unwrap_or_default().to_string_lossy())
    }

    /// What the console has shown since the start, each line with its level first.
    pub async fn console(&self) -> Result<Vec<String>, CmdError> {
        let entries = self.log("browser").await?;
        let mut console = self.console.lock().expect("nobody panics while holding it");
        console.extend(
            entries.iter().map(|entry| format!("{} {}", string(&entry["level"]), string(&entry["message"]))),
        );
        Ok(console.clone())
    }

    /// The same, even if the browser does not answer any more.
    pub async fn whole_console(&self) -> Vec<String> {
        match self.console().await {
            Ok(lines) => lines,
            Err(_) => self.console.lock().expect("nobody panics while holding it").clone(),
        }
    }

    /// The requests of the page that were not for its own origin.
    pub async fn foreign_requests(&self) -> Result<Vec<String>, CmdError> {
        let origin = self.url.strip_suffix(&self.base).unwrap_or(&self.url).to_owned() + "/";
        let entries = self.log("performance").await?;
        let urls = entries.iter().filter_map(|entry| {
            let event: Value = serde_json::from_str(entry["message"].as_str()?).ok()?;
            let event = &event["message"];
            (event["method"] == "Network.requestWillBeSent")
                .then(|| string(&event["params"]["request"]["url"]))
        });
        let urls: Vec<String> = urls.collect();
        assert!(!urls.is_empty(), "the browser reports no request at all; the check would be void");
        // The browser's own pages, such as the empty tab it starts with, are not the page's doing.
        let schemes = ["data:", "blob:", "chrome:", "chrome-untrusted:"];
        let is_local = |url: &String| schemes.iter().any(|scheme| url.starts_with(scheme));
        let hosts = self.hosts.lock().expect("nobody panics while holding it");
        let is_known = |url: &String| hosts.iter().any(|host| url.starts_with(host));
        Ok(urls
            .into_iter()
            .filter(|url| !url.starts_with(&origin) && !is_local(url) && !is_known(url))
            .collect())
    }

    pub async fn screenshot(&self) -> Result<Vec<u8>, CmdError> {
        self.client.screenshot().await
    }

    pub async fn close(self) {
        self.client.close().await.ok();
    }

    async fn log(&self, kind: &str) -> Result<Vec<Value>, CmdError> {
        let entries = self.client.issue_cmd(Post { path: "se/log", body: json!({ "type": kind }) }).await?;
        Ok(entries.as_array().cloned().unwrap_or_default())
    }
}

/// Asks again and again until the answer is yes.
pub async fn eventually(what: &str, mut question: impl AsyncFnMut() -> Result<bool, CmdError>) -> Outcome {
    let start = Instant::now();
    while start.elapsed() < HANG_GUARD {
        if question().await? {
            return Ok(());
        }
        sleep(Duration::from_millis(100)).await;
    }
    panic!("in vain we waited until {what}")
}

/// A command of chromedriver that the WebDriver standard does not know.
#[derive(Debug)]
struct Post {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Post {
    fn endpoint(&self, base: &url::Url, session: Option<&str>) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.body.to_string()))
    }
}
