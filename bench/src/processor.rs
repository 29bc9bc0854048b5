//! Processor time, which says more than the clock where other programs run as well.

/// Whose time is asked for.
#[derive(Clone, Copy, Debug)]
pub enum Of {
    /// This program.
    Own,
    /// All programs that it waited for so far.
    Children,
}

/// The processor seconds so far.
#[cfg(unix)]
pub fn seconds(of: Of) -> Option<f64> {
    use nix::sys::resource::{UsageWho, getrusage};
    use std::time::Duration;
    let whose = match of {
        Of::Own => UsageWho::RUSAGE_SELF,
        Of::Children => UsageWho::RUSAGE_CHILDREN,
    };
    let usage = getrusage(whose).ok()?;
    let seconds = |t: nix::sys::time::TimeVal| {
        Duration::from_secs(t.tv_sec().unsigned_abs()).as_secs_f64()
            + Duration::from_micros(t.tv_usec().unsigned_abs()).as_secs_f64()
    };
    Some(seconds(usage.user_time()) + seconds(usage.system_time()))
}

/// Not known here; the clock has to do.
#[cfg(not(unix))]
pub fn seconds(_: Of) -> Option<f64> {
    None
}
