//! Playing a run like a film.

/// Whether the run is played, and how fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playback {
    pub plays: bool,
    speed: u8,
}

/// How many milliseconds a step lasts at each speed.
const DURATIONS: [u32; 5] = [2000, 1000, 500, 200, 60];

impl Default for Playback {
    fn default() -> Playback {
        Playback { plays: false, speed: 2 }
    }
}

impl Playback {
    /// The fastest speed; the slowest is 0.
    pub const FASTEST: u8 = DURATIONS.len() as u8 - 1;

    pub fn speed(self) -> u8 {
        self.speed
    }

    pub fn set_speed(&mut self, speed: u8) {
        self.speed = speed.min(Playback::FASTEST);
    }

    /// How long a step lasts.
    pub fn milliseconds(self) -> u32 {
        DURATIONS[usize::from(self.speed)]
    }
}
