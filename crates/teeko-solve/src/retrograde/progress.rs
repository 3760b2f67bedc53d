//! The progress of an analysis, whose number of plies is not known beforehand.

use teeko_rules::work::Progress;

use crate::estimates::share_of_time;

/// The progress of an analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SlideProgress {
    /// The distance, in plies, of the positions decided last.
    pub ply: u32,
    /// The positions decided so far, with the side to move given.
    pub decided: u64,
    /// The work done, in positions: an estimate, since the number of plies is not known beforehand.
    /// In games for points it counts the positions of all threshold games.
    pub work: Progress,
    /// The positions decided at the last ply.
    fresh: u64,
}

impl SlideProgress {
    /// Returns the progress before the first ply.
    pub(crate) fn new(positions: u64) -> Self {
        Self {
            ply: 0,
            decided: 0,
            work: Progress {
                done: 0,
                total: positions,
            },
            fresh: 0,
        }
    }

    /// Adds what was decided at a ply.
    pub(crate) fn add(&mut self, ply: u32, fresh: u64) {
        let Self {
            work: Progress { done, total },
            ..
        } = self;
        let lately = (self.fresh + fresh).max(1) as f64 / (*total).max(1) as f64;
        let share = share_of_time(ply, lately);
        *done = (*done).max((share * *total as f64) as u64);
        (self.ply, self.decided, self.fresh) = (ply, self.decided + fresh, fresh);
    }

    /// Returns the progress of several games together, of which this one counts `weight` times, and
    /// those before it `before` times, of `all`.
    pub(crate) fn within(self, before: u64, weight: u64, all: u64) -> Self {
        let Progress { done, total } = self.work;
        let work = Progress {
            done: before * total + weight * done,
            total: all * total,
        };
        Self { work, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game of twice the weight after one of one, of four in all.
    #[test]
    fn a_game_has_its_share_of_several() {
        let mut progress = SlideProgress::new(1000);
        progress.work.done = 30;
        let within = progress.within(1, 2, 4);
        assert_eq!((within.work.done, within.work.total), (1060, 4000));
    }

    /// Goal set 44 on 6 x 6: the seconds at which plies were done, of 9.7 seconds.
    #[test]
    fn the_work_done_is_about_the_share_of_the_time() {
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
        let mut progress = SlideProgress::new(2_118_223_800);
        for (ply, seconds, decided) in measured {
            progress.add(ply, decided - progress.decided);
            let share = progress.work.done as f64 / progress.work.total as f64;
            // Two plies in a row have to be known.
            if [15, 27, 43].contains(&ply) {
                assert!((share - seconds / 9.7).abs() < 0.1, "ply {ply}: {share}");
            }
        }
    }
}
