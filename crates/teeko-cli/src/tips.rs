//! Tips: the option or command to type instead of an unknown one.

use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use teeko::rules::notation::are_two_lists;
use teeko::rules::{nearest, quoted};
use teeko::surfaces::is_game;

use crate::typed::meant_rule_file;

/// Names of options that people try, each with the options that mean the same here. The first that
/// the command has is the right one.
const OPTIONS: [(&str, &str); 13] = [
    ("format type", "to"),
    ("f", "to output tables"),
    ("port p address host bind addr", "listen"),
    ("n count number max", "limit examples plies"),
    ("length", "plies"),
    ("distance depth d mate moves", "dtw"),
    ("tables dir folder out file output", "output tables"),
    ("j jobs cores", "threads"),
    ("level skill", "strength"),
    ("side colour", "as"),
    ("pieces", "layer"),
    ("variants rules", "variant goals"),
    ("filter condition", "where"),
];

/// Names of options that people try for what is part of a variant's name, with such a name.
const PARTS_OF_NAMES: [(&str, &str); 9] = [
    ("board size", "44-ssss+4x4"),
    ("step steps knight", "44-ssss+knight"),
    ("teleport", "44-ssss+teleport"),
    ("orthogonal", "44-ssss+orthogonal"),
    ("no-centre no-center", "44-ssss+no-centre"),
    ("pass", "44-pppp+pass"),
    ("points", "44-ssss+points"),
    ("pips", "44-ssss+pips"),
    ("plan", "44-pppp"),
];

/// Names of options that people try for an argument without one, with its name in the usage.
const POSITIONALS: [(&str, &str); 3] = [
    ("position fen", "POSITION"),
    ("game file moves", "GAME"),
    ("v variant variants all", VARIANT),
];

const VARIANT: &str = "VARIANT";

/// Commands that people try, each with what does the same here.
const COMMANDS: [(&str, &str); 11] = [
    (
        "rules list games",
        "`teeko variants` lists the games, `teeko help` the commands",
    ),
    (
        "learn tutorial how howto tour",
        "`teeko variants standard` explains a game, `teeko play` begins one",
    ),
    (
        "analyse analyze eval evaluate best probe hint move position",
        "`teeko query` shows the value of a position and its moves",
    ),
    ("web gui explorer page browser serve", SERVE),
    ("engine uci ugi", "`teeko query --stdin` answers programs"),
    ("game new", "`teeko play` starts a game"),
    ("census count", "`teeko stats` counts positions"),
    ("compare", "`teeko diff` compares two variants"),
    ("proof prove", "`teeko certificate` writes a proof"),
    (
        "tables",
        "`teeko info` describes a table file, `teeko solve` writes tables",
    ),
    ("version", "`teeko --version` prints the version"),
];

const SERVE: &str = if cfg!(feature = "serve") {
    "`teeko serve --open` opens the page"
} else {
    "this program was built without the feature `serve`"
};

/// Returns the entry of a name in a table.
fn tip_for(table: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    let is_in = |names: &str| names.split(' ').any(|known| known == name);
    table
        .iter()
        .find(|(names, _)| is_in(names))
        .map(|(_, beside)| *beside)
}

/// Gives the right tip in an error of clap about an unknown option or command, in place of those
/// that clap makes up from any letters in common.
pub(crate) fn with_right_tip(
    mut error: clap::Error,
    program: &Command,
    typed: &[String],
) -> clap::Error {
    let kind = match error.kind() {
        ErrorKind::UnknownArgument => ContextKind::InvalidArg,
        ErrorKind::InvalidSubcommand => ContextKind::InvalidSubcommand,
        ErrorKind::ValueValidation => ContextKind::InvalidValue,
        _ => return error,
    };
    let Some(ContextValue::String(wrong)) = error.get(kind) else {
        return error;
    };
    let wrong = wrong.clone();
    for invented in [
        ContextKind::Suggested,
        ContextKind::SuggestedArg,
        ContextKind::SuggestedSubcommand,
    ] {
        error.remove(invented);
    }
    let tip = match kind {
        ContextKind::InvalidSubcommand => command_tip(&wrong, program, typed),
        ContextKind::InvalidValue => path_tip(&wrong, &error),
        _ => match typed.iter().find_map(|name| program.find_subcommand(name)) {
            Some(command) => option_tip(&wrong, command),
            None => (wrong == "-v").then(|| "did you mean `-V`?".to_owned()),
        },
    };
    if let Some(tip) = tip {
        let tips = ContextValue::StyledStrs(vec![tip.into()]);
        error.insert(ContextKind::Suggested, tips);
    }
    error
}

/// Returns the tip for a folder or a rule file without its mark in the place of a variant.
fn path_tip(wrong: &str, error: &clap::Error) -> Option<String> {
    let argument = error.get(ContextKind::InvalidArg)?.to_string();
    if !argument.contains(VARIANT) {
        return None;
    }
    if Path::new(wrong).is_dir() {
        return Some(format!(
            "to check the tables in it: teeko verify --tables {}",
            quoted(wrong)
        ));
    }
    meant_rule_file(wrong).map(|name| format!("for a rule file write {name}"))
}

fn command_tip(wrong: &str, program: &Command, typed: &[String]) -> Option<String> {
    let words = typed.iter().skip_while(|word| *word != wrong);
    let words: Vec<&str> = words
        .map(String::as_str)
        .take_while(|word| !word.starts_with('-'))
        .collect();
    let text = words.join(" ");
    let are_lists = are_two_lists(&text);
    if are_lists || is_game(wrong) || wrong.contains([':', '/']) {
        let are_moves = is_game(wrong) && !are_lists;
        let option = if are_moves { "--moves " } else { "" };
        return Some(format!("to ask about it: teeko query {option}\"{text}\""));
    }
    let names: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
    tip_for(&COMMANDS, wrong)
        .map(str::to_owned)
        .or_else(|| near(wrong, &names).map(|name| format!("did you mean `teeko {name}`?")))
}

fn option_tip(wrong: &str, command: &Command) -> Option<String> {
    if !wrong.starts_with('-') {
        return (command.get_name() == "atlas")
            .then(|| "separate values by commas, as in `--goals 44,58`".to_owned());
    }
    let name = wrong
        .trim_start_matches('-')
        .split('=')
        .next()
        .unwrap_or_default();
    let is_known = |argument: &Arg| {
        argument.get_long() == Some(name)
            || argument
                .get_short()
                .is_some_and(|short| name == short.to_string())
    };
    if command.get_arguments().any(is_known) {
        return Some(format!("write `{wrong}` after `{}`", command.get_name()));
    }
    let options: Vec<&str> = command.get_arguments().filter_map(Arg::get_long).collect();
    let mut same = tip_for(&OPTIONS, name).unwrap_or_default().split(' ');
    let right = same
        .find(|right| options.contains(right))
        .or_else(|| near(name, &options));
    if let Some(right) = right {
        return Some(format!("did you mean `--{right}`?"));
    }
    if ["black", "red", "both"].contains(&name) && options.contains(&"as") {
        return Some(format!("did you mean `--as {name}`?"));
    }
    let is_called = |argument: &Arg, called: &str| {
        argument
            .get_value_names()
            .is_some_and(|names| names.iter().any(|name| name == called))
    };
    let takes_variant = command
        .get_arguments()
        .any(|argument| is_called(argument, VARIANT));
    if let Some(example) = tip_for(&PARTS_OF_NAMES, name).filter(|_| takes_variant) {
        return Some(format!("name it with the variant, as in `{example}`"));
    }
    let called = tip_for(&POSITIONALS, name)?;
    command
        .get_positionals()
        .find(|argument| is_called(argument, called))?;
    let form = if name == "all" {
        "`all`".to_owned()
    } else {
        format!("the {}", called.to_lowercase())
    };
    Some(format!("give {form} without an option before it"))
}

/// Returns the known name that `wrong` begins, or that has few other letters.
fn near<'a>(wrong: &str, known: &[&'a str]) -> Option<&'a str> {
    let mut begun = known
        .iter()
        .filter(|name| wrong.len() >= 3 && name.starts_with(wrong));
    begun
        .next()
        .copied()
        .or_else(|| nearest(wrong, known.iter().copied()))
}
