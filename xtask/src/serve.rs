//! `cargo xtask serve`: build the page, and show it to this machine only.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, TcpListener};

use anyhow::{Context, Result, bail};

use crate::build;
use crate::http::Server;

/// The port that is tried first.
pub const FIRST_PORT: u16 = 8080;

/// How many ports are tried after the first.
const FURTHER_PORTS: u16 = 99;

/// Builds and serves until interrupted.
pub fn run(first_port: u16) -> Result<()> {
    let dist = build::run(build::Profile::Served)?.dist;
    let (listener, port) = listen(first_port)?;
    let server = Server::start(listener, dist, "/")?;
    println!("Hornbook is at http://127.0.0.1:{port}/  (Ctrl-C ends it)");
    server.wait();
    Ok(())
}

/// The first free port from `first` on.
fn listen(first: u16) -> Result<(TcpListener, u16)> {
    for port in first..=first.saturating_add(FURTHER_PORTS) {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
            Ok(listener) => return Ok((listener, port)),
            Err(error) if error.kind() == ErrorKind::AddrInUse => {
                println!("Port {port} is taken; trying the next one.");
            }
            Err(error) => return Err(error).with_context(|| format!("cannot listen on port {port}")),
        }
    }
    bail!("no free port from {first} on; choose another with --port")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_port_is_passed_over() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let first = taken.local_addr().unwrap().port();
        let (_listener, port) = listen(first).unwrap();
        assert!(port > first);
    }
}
