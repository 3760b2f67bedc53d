//! Forecasts the end of a slide phase from the shrinking number of positions decided per ply.

use std::time::Duration;

use teeko::solve::SlideProgress;

/// Earlier plies decide too many easy positions for a forecast.
const FIRST: u32 = 8;

/// The least share of the time that has to pass before a forecast.
const TELLING: f64 = 0.02;

/// The forecast for the slide phase being solved.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Forecast {
    /// The number of half-steps that were saved by an earlier run; they take almost no time.
    kept: u32,
    /// The latest ply; progress within it changes nothing.
    ply: u32,
    /// The number of positions decided by then, and one and two plies before.
    decided: [u64; 3],
    /// When the first half-step began that was not saved, and the share of the work done by then.
    begun: (Duration, f64),
}

impl Forecast {
    /// Returns the forecast for a slide phase of which `kept` half-steps are saved.
    pub(crate) fn after(kept: u32) -> Self {
        Self { kept, ..Self::default() }
    }

    /// Returns the time left of the slide phase after `elapsed`; `None` if it is too early to say.
    pub(crate) fn left(&mut self, progress: SlideProgress, elapsed: Duration) -> Option<Duration> {
        if progress.ply != self.ply {
            let [now, before, _] = self.decided;
            (self.ply, self.decided) = (progress.ply, [progress.decided, now, before]);
        }
        let done = if progress.ply < FIRST {
            0.0
        } else {
            share(progress.decided - self.decided[2], progress.positions)
        };
        let (begun, before) = self.begun;
        if progress.ply <= self.kept {
            self.begun = (elapsed, done);
        } else if done > before + TELLING {
            let taken = elapsed.saturating_sub(begun).as_secs_f64();
            return Some(Duration::from_secs_f64(taken * (1.0 - done) / (done - before)));
        }
        None
    }
}

/// Estimates the share of the time that has passed, from the positions decided `lately`, in the
/// last ply of wins and of losses together.
///
/// All plies take about the same time, until so few positions are decided (about 1 in 4,000) that
/// most of a plane is skipped. Until then the logarithm of the number decided falls in a straight
/// line. For six rule sets on 25 to 36 circles, the estimate is off by up to 0.1 once fewer than
/// one position in ten is decided per ply. On 64 circles it is off by up to 0.25 at three fifths of
/// the time, and by 0.1 after that.
fn share(lately: u64, positions: u64) -> f64 {
    let part = lately.max(1) as f64 / positions.max(1) as f64;
    (-0.33 * part.log10() - 0.15).clamp(0.0, 0.98)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(ply: u32, decided: u64) -> SlideProgress {
        SlideProgress { ply, decided, positions: 2_118_223_800 }
    }

    /// Goal set 44 on 6 x 6: the seconds at which plies were done. The whole phase took 9.7
    /// seconds.
    #[test]
    fn the_time_left_mends_itself() {
        let measured = [
            (13, 2.788, 1_099_294_756),
            (14, 2.979, 1_135_492_442),
            (15, 3.177, 1_181_028_608),
            (25, 5.151, 1_364_255_316),
            (26, 5.342, 1_370_652_284),
            (27, 5.558, 1_378_460_822),
            (41, 8.132, 1_415_094_700),
            (42, 8.308, 1_415_611_580),
            (43, 8.478, 1_416_251_122),
        ];
        let mut forecast = Forecast::default();
        let mut off = Vec::new();
        for (ply, seconds, decided) in measured {
            let left = forecast.left(progress(ply, decided), Duration::from_secs_f64(seconds));
            if ply % 2 == 1 && ply > 13 && ply != 25 && ply != 41 {
                off.push((left.unwrap().as_secs_f64() + seconds) / 9.7);
            }
        }
        assert!(off.iter().all(|total| (0.85..1.15).contains(total)), "{off:?}");
    }

    #[test]
    fn what_was_kept_tells_nothing() {
        let mut forecast = Forecast::after(26);
        for (ply, decided) in [(24, 1_354_060_098), (25, 1_364_255_316), (26, 1_370_652_284)] {
            assert_eq!(forecast.left(progress(ply, decided), Duration::from_millis(100)), None);
        }
        for (ply, milliseconds, decided) in [(41, 2890, 1_415_094_700), (42, 3066, 1_415_611_580)] {
            let _ = forecast.left(progress(ply, decided), Duration::from_millis(milliseconds));
        }
        let left = forecast.left(progress(43, 1_416_251_122), Duration::from_millis(3236)).unwrap();
        assert!(
            (Duration::from_millis(300)..Duration::from_millis(2500)).contains(&left),
            "{left:?}"
        );
    }
}
