//! The library and the command line from outside. One program for all of it: each takes the space and the
//! time of a program to link.

#[cfg(feature = "cli")]
mod commands;
mod damage;
mod smtlib;
mod streams;
mod support;
