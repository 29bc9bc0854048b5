//! A small static file server for loopback: HTTP/1.1, one request per connection, GET and HEAD.
//!
//! It serves one directory under a base path, such as `/` or `/some/course/`, and never a file outside of it.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::assets::is_hashed;
use crate::copies::copy_of;

/// What the page may load: its own files, and nothing else from anywhere. The page carries the same policy in
/// a `<meta>` element, for hosts that can't send headers.
pub const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
    worker-src 'self'; connect-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; \
    form-action 'none'";

const LONGEST_REQUEST: u64 = 16 * 1024;
const PATIENCE: Duration = Duration::from_secs(10);

/// A running server; it stops when dropped.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    stopping: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Serves the files in `directory` under `base`, which starts and ends with a slash.
    pub fn start(listener: TcpListener, directory: PathBuf, base: &str) -> io::Result<Self> {
        assert!(base.starts_with('/') && base.ends_with('/'), "a base path is enclosed in slashes");
        let address = listener.local_addr()?;
        let stopping = Arc::new(AtomicBool::new(false));
        let site = Arc::new(Site { directory, base: base.to_owned(), stopping: Arc::clone(&stopping) });
        let thread = thread::spawn({
            let stopping = Arc::clone(&stopping);
            move || {
                for stream in listener.incoming() {
                    if stopping.load(Ordering::SeqCst) {
                        break;
                    }
                    let site = Arc::clone(&site);
                    // A visitor who hangs up early is no concern of the server.
                    thread::spawn(move || stream.and_then(|stream| site.answer(&stream)).ok());
                }
            }
        });
        Ok(Self { address, stopping, thread: Some(thread) })
    }

    /// Where the server listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until the process ends.
    pub fn wait(mut self) {
        if let Some(thread) = self.thread.take() {
            thread.join().ok();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            self.stopping.store(true, Ordering::SeqCst);
            // The thread waits for a visitor; be one.
            TcpStream::connect(self.address).ok();
            thread.join().ok();
        }
    }
}

struct Site {
    directory: PathBuf,
    base: String,
    stopping: Arc<AtomicBool>,
}

/// What a request line asks for, decided before any file is read.
#[derive(Debug, PartialEq)]
enum Resolved {
    File(PathBuf),
    MovedTo(String),
    NotFound,
}

impl Site {
    fn answer(&self, stream: &TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let mut lines = BufReader::new(stream.take(LONGEST_REQUEST)).lines();
        let request_line = lines.next().transpose()?.unwrap_or_default();
        // Read the head to its end: closing a connection with unread data would reset it.
        let mut takes_copies = false;
        for line in lines {
            let line = line?;
            if line.is_empty() {
                break;
            }
            takes_copies |= accepts_brotli(&line);
        }
        // Browsers connect before they have a request, which may come when nobody serves any more.
        if self.stopping.load(Ordering::SeqCst) {
            return Ok(());
        }
        let mut words = request_line.split(' ');
        let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        if method != "GET" && method != "HEAD" {
            return respond(stream, "405 Method Not Allowed", &[("Allow", "GET, HEAD")], b"", true);
        }
        let with_body = method == "GET";
        match self.resolve(target) {
            Resolved::File(path) => match fs::read(&path) {
                Ok(content) => {
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    let caching =
                        if is_hashed(&name) { "public, max-age=31536000, immutable" } else { "no-cache" };
                    let mut headers = vec![("Content-Type", content_type(&path)), ("Cache-Control", caching)];
                    let copy = fs::read(copy_of(&path)).ok();
                    if copy.is_some() {
                        headers.push(("Vary", "Accept-Encoding"));
                    }
                    let copy = copy.filter(|_| takes_copies);
                    if copy.is_some() {
                        headers.push(("Content-Encoding", "br"));
                    }
                    respond(stream, "200 OK", &headers, &copy.unwrap_or(content), with_body)
                }
                Err(_) => not_found(stream, with_body),
            },
            Resolved::MovedTo(location) => {
                respond(stream, "308 Permanent Redirect", &[("Location", &location)], b"", with_body)
            }
            Resolved::NotFound => not_found(stream, with_body),
        }
    }

    /// Maps a request target to a file below the directory.
    fn resolve(&self, target: &str) -> Resolved {
        let path = target.split(['?', '#']).next().unwrap_or_default();
        let Some(path) = percent_decoded(path) else { return Resolved::NotFound };
        if path.len() + 1 == self.base.len() && self.base.starts_with(&path) {
            return Resolved::MovedTo(self.base.clone());
        }
        let Some(relative) = path.strip_prefix(&self.base) else { return Resolved::NotFound };
        let relative = if relative.is_empty() { "index.html" } else { relative };
        let mut file = self.directory.clone();
        for segment in relative.split('/') {
            // No way up, no hidden files, no other separator or drive: what remains are plain names.
            if segment.is_empty() || segment.starts_with('.') || segment.contains(['\\', ':', '\0']) {
                return Resolved::NotFound;
            }
            file.push(segment);
        }
        if file.is_file() { Resolved::File(file) } else { Resolved::NotFound }
    }
}

/// Whether a line of a request's head says that Brotli is understood.
fn accepts_brotli(line: &str) -> bool {
    let Some((name, value)) = line.split_once(':') else { return false };
    let is_wanted = |coding: &str| {
        let mut parts = coding.split(';').map(str::trim);
        let is_brotli = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("br"));
        let is_refused = |part: &str| {
            let weight = part.strip_prefix("q=").map(str::parse::<f32>);
            matches!(weight, Some(Ok(weight)) if weight <= 0.0)
        };
        is_brotli && !parts.any(is_refused)
    };
    name.trim().eq_ignore_ascii_case("accept-encoding") && value.split(',').any(is_wanted)
}

fn not_found(stream: &TcpStream, with_body: bool) -> io::Result<()> {
    let headers = [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-cache")];
    respond(stream, "404 Not Found", &headers, b"There is no such file.\n", with_body)
}

fn respond(
    mut stream: &TcpStream,
    status: &str,
    headers: &[(&str, &str)],
    body: &[u8],
    with_body: bool,
) -> io::Result<()> {
    let mut head = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n", body.len());
    let constant = [
        ("Content-Security-Policy", CONTENT_SECURITY_POLICY),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
    ];
    for (name, value) in constant.iter().chain(headers) {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("\r\n");
    stream.write_all(head.as_bytes())?;
    if with_body {
        stream.write_all(body)?;
    }
    stream.flush()
}

fn content_type(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("horn" | "txt" | "smt2" | "md") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// The path with `%41` and the like replaced, unless it is malformed.
fn percent_decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(if byte == b'%' {
            let digit = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16));
            (digit(rest.next())? * 16 + digit(rest.next())?) as u8
        } else {
            byte
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site() -> Site {
        Site {
            directory: PathBuf::from(env!("CARGO_MANIFEST_DIR")),
            base: "/some/course/".to_owned(),
            stopping: Arc::default(),
        }
    }

    #[test]
    fn files_are_found_below_the_base() {
        let file = |name: &str| Resolved::File(Path::new(env!("CARGO_MANIFEST_DIR")).join(name));
        assert_eq!(site().resolve("/some/course/src/http.rs?x#y"), file("src/http.rs"));
        assert_eq!(site().resolve("/some/course/src/%68ttp.rs"), file("src/http.rs"));
        assert_eq!(site().resolve("/some/course"), Resolved::MovedTo("/some/course/".to_owned()));
    }

    #[test]
    fn nothing_outside_is_served() {
        for target in [
            "/",
            "",
            "/src/http.rs",
            "/some/course/../Cargo.toml",
            "/some/course/src/../../Cargo.toml",
            "/some/course/%2e%2e/Cargo.toml",
            "/some/course/..%2fCargo.toml",
            "/some/course//etc/passwd",
            "/some/course/..\\Cargo.toml",
            "/some/course/%",
            "/some/course/%ff",
            "/some/course/src",
        ] {
            assert_eq!(site().resolve(target), Resolved::NotFound, "{target}");
        }
    }

    #[test]
    fn an_answer_carries_the_policy_and_the_type() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let server = Server::start(listener, PathBuf::from(env!("CARGO_MANIFEST_DIR")), "/").unwrap();
        let ask = |request: &str| {
            let mut stream = TcpStream::connect(server.address()).unwrap();
            stream.write_all(request.as_bytes()).unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            answer
        };
        let answer = ask("GET /Cargo.toml HTTP/1.1\r\nHost: x\r\n\r\n");
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
        assert!(
            answer.contains(&format!("Content-Security-Policy: {CONTENT_SECURITY_POLICY}\r\n")),
            "{answer}"
        );
        assert!(answer.contains("Cache-Control: no-cache\r\n"), "{answer}");
        assert!(answer.contains("name = \"xtask\""), "{answer}");
        assert!(ask("HEAD /Cargo.toml HTTP/1.1\r\n\r\n").ends_with("\r\n\r\n"));
        assert!(ask("POST / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405 "));
        assert!(ask("GET /absent HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404 "));
    }

    /// Whoever does not ask for the compressed copy, or refuses it, gets the file itself.
    #[test]
    fn copies_are_sent_to_those_who_accept_them() {
        let directory = crate::process::target_directory().join("xtask-tests/sent-copies");
        fs::create_dir_all(&directory).unwrap();
        fs::write(directory.join("page.js"), "the file").unwrap();
        fs::write(directory.join("page.js.br"), "its copy").unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let server = Server::start(listener, directory, "/").unwrap();
        for (line, is_copy) in [
            ("Accept-Encoding: gzip, deflate, br, zstd", true),
            ("accept-encoding: br;q=0.5", true),
            ("Accept-Encoding: gzip, br;q=0", false),
            ("Accept-Encoding: brotli", false),
            ("Accept: br", false),
        ] {
            let mut stream = TcpStream::connect(server.address()).unwrap();
            stream.write_all(format!("GET /page.js HTTP/1.1\r\n{line}\r\n\r\n").as_bytes()).unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            assert!(answer.contains("Content-Type: text/javascript"), "{answer}");
            assert!(answer.contains("Vary: Accept-Encoding\r\n"), "{answer}");
            assert_eq!(answer.contains("Content-Encoding: br\r\n"), is_copy, "{line}");
            assert!(answer.ends_with(if is_copy { "its copy" } else { "the file" }), "{answer}");
        }
    }

    #[test]
    fn who_has_connected_before_the_end_gets_no_answer_after_it() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let server = Server::start(listener, PathBuf::from(env!("CARGO_MANIFEST_DIR")), "/").unwrap();
        let mut early = TcpStream::connect(server.address()).unwrap();
        // It is accepted before whoever connects after it.
        let mut other = TcpStream::connect(server.address()).unwrap();
        other.write_all(b"HEAD /Cargo.toml HTTP/1.1\r\n\r\n").unwrap();
        let mut answer = String::new();
        other.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
        drop(server);
        early.write_all(b"GET /Cargo.toml HTTP/1.1\r\n\r\n").unwrap();
        let mut answer = String::new();
        early.read_to_string(&mut answer).unwrap();
        assert_eq!(answer, "");
    }
}
