//! Folders of tables: finds the sound files in a folder and writes the missing ones.
//!
//! A folder has a slide file for each slide phase and a drop file for each rule set. File names
//! follow from the names of the slide phases and rule sets.

use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use teeko_analysis::{AnalysisError, Summary};
use teeko_rules::work::Observer;
use teeko_rules::{NamedRules, Oracle, Rules};
use teeko_solve::{AttackSolution, Solution, ThresholdSolution};
use teeko_table::{
    AttackRow, AttackTable, Census, ContentHash, Description, Header, NewFile, Table, TableError,
    TableFile, TableName, WriteError, attack_value, drop_file_name, open_if_there,
    open_scored_tables, slide_file_name, write_attack, write_drops, write_slides,
};

use crate::Solved;
use crate::error::FolderError;
use crate::report::{Report, ReportFile};
use crate::stopwatch::Stopwatch;
use crate::tables::{
    CACHE, census, files_of, files_of_scored, report_file, report_files, threshold_counts,
};

/// A folder that tables are written to.
#[derive(Debug)]
pub struct TableFolder {
    path: PathBuf,
    /// The names of the sound files in the folder.
    sound: BTreeSet<String>,
}

impl TableFolder {
    /// Opens the folder at `path` for the tables of these rule sets. Creates the folder if it does
    /// not exist. Checks the existing files of these rule sets, unless `overwrite` is set.
    ///
    /// # Errors
    /// Returns an error if two rule sets have files of the same name, a file in the folder is not
    /// sound, or the folder cannot be created. Also if files are missing and the folder cannot be
    /// written to.
    pub fn open(path: &Path, rules: &[NamedRules], overwrite: bool) -> Result<Self, FolderError> {
        check_names(rules)?;
        let mut folder = Self { path: path.to_owned(), sound: BTreeSet::new() };
        let of_rules = |named| {
            table_names(named).into_iter().flat_map(|name| [name.slide_file(), name.drop_file()])
        };
        let names = rules.iter().flat_map(of_rules);
        let names: BTreeSet<String> = names.collect();
        let unusable = |cause| FolderError::Folder { path: path.to_owned(), cause };
        fs::create_dir_all(path).map_err(unusable)?;
        if !overwrite {
            for name in &names {
                if let Some(file) = open_if_there(&folder.path.join(name))? {
                    file.check()?;
                    folder.sound.insert(name.clone());
                }
            }
        }
        // Creating a file is the reliable test of whether the folder can be written to. If all
        // files exist, nothing is written.
        if folder.sound.len() < names.len() {
            NewFile::create(&path.join("table")).map_err(unusable)?;
        }
        Ok(folder)
    }

    /// Returns the report on a rule set from its files; `None` unless both exist and are sound.
    ///
    /// # Errors
    /// Returns an error if the files are of other rules, or do not belong together.
    pub fn report(&self, named: &NamedRules) -> Result<Option<Report>, FolderError> {
        let watch = Stopwatch::start();
        let is_sound = |name: &TableName| {
            [name.slide_file(), name.drop_file()].iter().all(|file| self.sound.contains(file))
        };
        if !table_names(named).iter().all(is_sound) {
            return Ok(None);
        }
        if named.rules().scoring().is_for_points() {
            return self.scored_report(named, &watch);
        }
        let table = self.table(named)?;
        let summary = self.summary(named, &table, &table)?;
        Ok(Some(found_report(named, summary, &watch, &[files_of(&table)])))
    }

    /// Returns the summary of tables. The census comes from the headers of the plain game's files.
    fn summary<O: Oracle<Error = TableError>>(
        &self,
        named: &NamedRules,
        oracle: &O,
        plain: &Table,
    ) -> Result<Summary, FolderError> {
        Summary::new(oracle, census(plain)).map_err(|error| match error {
            AnalysisError::Oracle(fault) => fault.into(),
            _ => FolderError::OtherCensus(self.path.join(drop_file_name(named.name()))),
        })
    }

    /// Writes the missing files of a solved rule set and returns the report on it. For each file,
    /// calls `observe` with the number of values written.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written, `observe` stops the work, or an existing file
    /// does not belong to the solution.
    pub fn write(
        &mut self,
        named: &NamedRules,
        solution: &Solved,
        time: Duration,
        observe: Observer<'_>,
    ) -> Result<Report, FolderError> {
        let report = Report::of_solution(named, solution, time);
        let mut of_games = table_names(named).into_iter();
        let mut files = Vec::new();
        let games = match solution {
            Solved::Plain(_) => &[],
            Solved::Scored(scored) => scored.games().get(1..).unwrap_or_default(),
        };
        if let Some(name) = of_games.next() {
            let census = &report.summary.census;
            files.push(self.write_solution(&name, solution.plain(), census, observe)?);
        }
        for (name, (_, game)) in of_games.zip(games) {
            files.push(match game {
                ThresholdSolution::Goals(game) => {
                    self.write_solution(&name, game, &game.census(), observe)?
                }
                ThresholdSolution::Attack(attack) => {
                    self.write_attack(&name, solution.rules(), attack, observe)?
                }
            });
        }
        Ok(Report { files: Some(report_files(&files, false)), ..report })
    }

    /// Writes the missing files of a game in which the goals decide who has won. Returns both
    /// files.
    fn write_solution(
        &mut self,
        name: &TableName,
        solution: &Solution,
        census: &Census,
        observe: Observer<'_>,
    ) -> Result<[ReportFile; 2], FolderError> {
        self.write_game(
            name,
            solution.rules(),
            census,
            |path| write_slides(path, solution, census, observe),
            |path, slide_hash| write_drops(path, solution, census, slide_hash, observe),
        )
    }

    /// Writes the missing files of a game with these functions. Returns both files.
    pub(crate) fn write_game(
        &mut self,
        name: &TableName,
        rules: &Rules,
        census: &Census,
        write_slides: impl FnOnce(&Path) -> Result<Header, WriteError>,
        write_drops: impl FnOnce(&Path, ContentHash) -> Result<Header, WriteError>,
    ) -> Result<[ReportFile; 2], FolderError> {
        let (slide_name, drop_name) = (name.slide_file(), name.drop_file());
        let (slide_path, drop_path) = (self.path.join(&slide_name), self.path.join(&drop_name));
        if !self.sound.contains(&slide_name) {
            write_slides(&slide_path).map_err(|fault| not_written(slide_path.clone(), fault))?;
            self.sound.insert(slide_name);
        }
        // An existing file may be of other rules, if its rule file has changed since.
        let slide = Table::new(TableFile::open_path(&slide_path)?, None, rules)?;
        let header = slide.slide().header();
        if header.census().slide() != census.slide() {
            return Err(FolderError::OtherCensus(slide_path));
        }
        if !self.sound.contains(&drop_name) {
            write_drops(&drop_path, header.content_hash())
                .map_err(|fault| not_written(drop_path.clone(), fault))?;
            self.sound.insert(drop_name);
        }
        let table = Table::new(
            TableFile::open_path(&slide_path)?,
            Some(TableFile::open_path(&drop_path)?),
            rules,
        )?;
        Ok(files_of(&table))
    }

    /// Writes the missing files of an attack. Returns both files.
    fn write_attack(
        &mut self,
        name: &TableName,
        rules: &Rules,
        attack: &AttackSolution,
        observe: Observer<'_>,
    ) -> Result<[ReportFile; 2], FolderError> {
        let (plain, points) = (rules.plain_game(), attack.slide().points());
        let names = [name.slide_file(), name.drop_file()];
        let [slide_path, drop_path] = [&names[0], &names[1]].map(|name| self.path.join(name));
        let census = attack.census();
        if !self.sound.contains(&names[0]) {
            let lost = |row: &AttackRow, defender| {
                attack_value(attack.slide().distance(row.attacker, defender, false))
            };
            let values =
                |row: &AttackRow| row.defenders().map(|defender| lost(row, defender)).collect();
            write_attack(
                &slide_path,
                &Description::attack_slide(&plain, points, &census),
                &values,
                observe,
            )
            .map_err(|fault| not_written(slide_path.clone(), fault))?;
        }
        let slide = TableFile::open_path(&slide_path)?;
        if slide.header().census().slide() != census.slide() {
            return Err(FolderError::OtherCensus(slide_path));
        }
        if !self.sound.contains(&names[1]) {
            let of = |row: &AttackRow, defender| {
                attack_value(attack.drop_distance(row.section.attacker, row.attacker, defender))
            };
            let values =
                |row: &AttackRow| row.defenders().map(|defender| of(row, defender)).collect();
            let description =
                Description::attack_drop(&plain, points, slide.header().content_hash(), &census);
            write_attack(&drop_path, &description, &values, observe)
                .map_err(|fault| not_written(drop_path.clone(), fault))?;
        }
        self.sound.extend(names);
        let table = AttackTable::new(slide, TableFile::open_path(&drop_path)?, rules, points, 0)?;
        Ok(table.files().map(report_file))
    }

    /// Returns the report on a game for points from its files.
    fn scored_report(
        &self,
        named: &NamedRules,
        watch: &Stopwatch,
    ) -> Result<Option<Report>, FolderError> {
        let Some(table) = open_scored_tables(&self.path, named, CACHE)? else { return Ok(None) };
        let mut summary = self.summary(named, &table, table.plain())?;
        summary.thresholds = threshold_counts(&table);
        Ok(Some(found_report(named, summary, watch, &files_of_scored(&table))))
    }

    /// Opens the table of a rule set whose files both exist.
    fn table(&self, named: &NamedRules) -> Result<Table, FolderError> {
        let open = |name: String| TableFile::open_path(&self.path.join(name));
        let (slide, drop) =
            (open(slide_file_name(named.name()))?, open(drop_file_name(named.name()))?);
        Ok(Table::new(slide, Some(drop), named.rules())?)
    }
}

/// Returns the report on a rule set whose files all exist.
fn found_report(
    named: &NamedRules,
    summary: Summary,
    watch: &Stopwatch,
    files: &[[ReportFile; 2]],
) -> Report {
    Report::new(named, summary, watch.elapsed(), Some(report_files(files, true)))
}

fn not_written(path: PathBuf, fault: WriteError) -> FolderError {
    match fault {
        WriteError::Stopped(stopped) => stopped.into(),
        WriteError::Io { cause, .. } => FolderError::Write { path, cause },
        fault => FolderError::Unfit { path, fault },
    }
}

/// Returns the names of the tables of a rule set, the plain game's first. A game for points has
/// tables for each threshold.
fn table_names(named: &NamedRules) -> Vec<TableName> {
    let rules = named.name().plain();
    let more = named.rules().thresholds().into_iter().skip(1).map(Some);
    [None]
        .into_iter()
        .chain(more)
        .map(|points| TableName { rules: rules.clone(), points })
        .collect()
}

/// Checks that rule sets whose files have the same name have the same rules. Rule files in
/// different folders may have the same name.
fn check_names(rules: &[NamedRules]) -> Result<(), FolderError> {
    let mut slide_phases: BTreeMap<String, Rules> = BTreeMap::new();
    for named in rules {
        for name in table_names(named) {
            let game = named.rules().threshold_game(name.points.unwrap_or_default());
            match slide_phases.entry(name.slide_file()) {
                Entry::Occupied(of_name) if !of_name.get().same_slide_phase(&game) => {
                    return Err(FolderError::SameName(of_name.key().clone()));
                }
                of_name => {
                    of_name.or_insert(game);
                }
            }
        }
    }
    Ok(())
}
