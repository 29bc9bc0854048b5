//! Streams that are closed, full or empty: the program says so, and never panics.
#![cfg(all(feature = "cli", unix))]

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use crate::support::{example, file};

/// The exit code when an answer could not be written.
const NOT_WRITTEN: Option<i32> = Some(4);

fn hornbook(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hornbook"));
    command.args(arguments).stdin(Stdio::null());
    command
}

/// One call of every command that has an answer.
fn calls() -> Vec<Vec<String>> {
    let script =
        "(declare-fun x () Int) (assert (! (> x 1) :named a)) (assert (! (< x 0) :named b)) (check-sat)";
    let (script, solution) = (file("streams.smt2", script), file("streams.sol", "gcd(M, N, R) := true."));
    let gcd = example("gcd");
    let qbf = file("streams.qbf", "forall x. exists y. x <-> y");
    let machine =
        file("streams.turing", "turing\npower 1\ntape 0\nstart A\nhalt H\nA 0 -> H 1 R\nA 1 -> H 1 R\n");
    let calls: [&[&str]; 18] = [
        &["--help"],
        &["--version"],
        &["solve", "--help"],
        &["check", &gcd, &solution],
        &["classify", &gcd],
        &["classify", "--json", &gcd],
        &["convert", "--to", "smtlib", &gcd],
        &["interpolate", &script],
        &["lattice", &gcd, "--symbol", "gcd"],
        &["lattice", "--json", &gcd, "--symbol", "gcd"],
        &["sat", "--stats", &script],
        &["solve", &gcd],
        &["solve", "--model", "--stats", &gcd],
        &["solve", "--json", &gcd],
        &["accelerate", &gcd],
        &["classify", "--growth", &gcd],
        &["encode", "qbf", &qbf],
        &["encode", "turing", &machine],
    ];
    calls.iter().map(|call| call.iter().map(|word| (*word).to_owned()).collect()).collect()
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn an_answer_on_a_full_disk_is_an_error() {
    let Ok(full) = File::options().write(true).open("/dev/full") else { return };
    for call in calls() {
        let words: Vec<&str> = call.iter().map(String::as_str).collect();
        let output = hornbook(&words).stdout(full.try_clone().unwrap()).output().unwrap();
        assert_eq!(output.status.code(), NOT_WRITTEN, "{call:?}: {}", said(&output));
        assert!(said(&output).contains("the answer could not be written: "), "{call:?}");
        assert!(!said(&output).contains("panicked"), "{call:?}: {}", said(&output));
    }
}

#[test]
fn an_answer_that_nobody_reads_is_an_error() {
    for call in calls() {
        let words: Vec<&str> = call.iter().map(String::as_str).collect();
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = hornbook(&words).stdout(writer).output().unwrap();
        assert_eq!(output.status.code(), NOT_WRITTEN, "{call:?}: {}", said(&output));
        assert!(!said(&output).contains("panicked"), "{call:?}: {}", said(&output));
    }
}

#[test]
fn a_complaint_that_nobody_reads_changes_nothing() {
    let broken = file("streams-broken.horn", "p(X :- .");
    let gcd = example("gcd");
    let calls: [(&[&str], i32); 5] = [
        (&["solve", &broken], 2),
        (&["solve", "no such file"], 2),
        (&["no-such-command"], 2),
        (&["solve", "--steps", "1", &gcd], 0),
        (&["lattice", &gcd, "--symbol", "q"], 2),
    ];
    for (call, code) in calls {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = hornbook(call).stderr(writer).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{call:?}");
        if let Ok(full) = File::options().write(true).open("/dev/full") {
            let output = hornbook(call).stderr(full).output().unwrap();
            assert_eq!(output.status.code(), Some(code), "{call:?}");
        }
    }
}

#[test]
fn both_streams_may_be_gone() {
    for call in calls() {
        let words: Vec<&str> = call.iter().map(String::as_str).collect();
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let status = hornbook(&words).stdout(writer.try_clone().unwrap()).stderr(writer).status().unwrap();
        assert_eq!(status.code(), NOT_WRITTEN, "{call:?}");
    }
}

#[test]
fn a_trace_that_could_not_be_written_is_an_error() {
    let gcd = example("gcd");
    let missing = hornbook(&["solve", &gcd, "--trace", "/no such folder/trace"]).output().unwrap();
    assert_eq!(missing.status.code(), Some(2));
    if PathBuf::from("/dev/full").exists() {
        let output = hornbook(&["solve", &gcd, "--trace", "/dev/full"]).output().unwrap();
        assert_eq!(output.status.code(), NOT_WRITTEN);
        assert!(said(&output).contains("/dev/full: the trace could not be written: "), "{}", said(&output));
        // The verdict does not depend on its trace.
        assert_eq!(output.stdout, b"sat\n");
    }
    let trace = file("streams.trace", "");
    let output = hornbook(&["solve", &gcd, "--trace", &trace]).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let last = std::fs::read_to_string(&trace).unwrap();
    assert!(last.lines().last().unwrap().contains("Verdict"), "{last}");
}

#[test]
fn a_standard_input_with_nothing_in_it_is_no_problem() {
    for call in [&["solve", "-"][..], &["sat", "-"], &["classify", "-"], &["convert", "-", "--to", "horn"]] {
        let output = hornbook(call).output().unwrap();
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]), "{call:?}");
        assert_eq!(said(&output), "-: the standard input is empty or closed\n");
    }
    let mut child = hornbook(&["solve", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"false :- X > 0, X < 1.").unwrap();
    assert_eq!(child.wait_with_output().unwrap().stdout, b"sat\n");
}

#[test]
fn limits_that_make_no_sense_are_refused() {
    let gcd = example("gcd");
    for (option, text, message) in [
        ("--timeout", "-1", "a time limit can't be negative"),
        ("--timeout", "-inf", "a time limit can't be negative"),
        ("--timeout", "nan", "this is not a number"),
        ("--timeout", "inf", "this is too long for a time limit"),
        ("--timeout", "1e300", "this is too long for a time limit"),
        ("--timeout", "soon", "expected a number of seconds"),
        ("--timeout", "", "expected a number of seconds"),
        ("--memory", "-1", "a limit of memory can't be negative"),
        ("--memory", "nan", "expected a whole number of megabytes"),
        ("--memory", "99999999999999999999", "this is more memory than there is"),
        ("--steps", "-1", "a number of steps can't be negative"),
        ("--steps", "1.5", "expected a whole number of steps"),
        ("--steps", "-", "expected a whole number of steps"),
        ("--steps", "99999999999999999999", "this is too large for a number of steps"),
    ] {
        let output = hornbook(&["solve", &gcd, &format!("{option}={text}")]).output().unwrap();
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]), "{option} {text}");
        assert!(said(&output).contains(message), "{option} {text}: {}", said(&output));
    }
    for call in [["--timeout", "-1"], ["--steps", "-1"]] {
        let output = hornbook(&["solve", &gcd, call[0], call[1]]).output().unwrap();
        assert!(said(&output).contains("can't be negative"), "{call:?}: {}", said(&output));
    }
    // A limit that is never met, and one that is met at once.
    let output = hornbook(&["solve", &gcd, "--timeout", "1e9"]).output().unwrap();
    assert_eq!(output.stdout, b"sat\n");
    let output = hornbook(&["solve", &gcd, "--timeout", "0"]).output().unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(0), &b"unknown\n"[..]));
}

/// A limit of memory that is met ends in an answer and its reason, whatever the command.
#[test]
fn a_limit_of_memory_that_is_met_is_told() {
    let gcd = example("gcd");
    let output = hornbook(&["solve", &gcd, "--memory", "0"]).output().unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(0), &b"unknown\n"[..]));
    assert!(said(&output).contains("the limit of 0 MB of memory is reached (--memory)"), "{}", said(&output));
    let call = ["lattice", &gcd, "--symbol", "gcd", "--memory", "0"];
    let output = hornbook(&call).output().unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(3), &b""[..]));
    assert!(said(&output).contains("the limit of 0 MB of memory is reached (--memory)"), "{}", said(&output));
}

/// Some files have no end; what is too large is refused before it is read.
#[test]
fn an_endless_input_is_refused() {
    if !PathBuf::from("/dev/zero").exists() {
        return;
    }
    for command in ["solve", "sat", "classify", "interpolate"] {
        let output = hornbook(&[command, "/dev/zero"]).output().unwrap();
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]), "{command}");
        assert_eq!(said(&output), "/dev/zero: too large: it has more than 64 megabytes\n", "{command}");
    }
}
