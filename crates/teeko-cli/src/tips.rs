//! Tips: the option or command to type instead of an unknown one.

use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use teeko::rules::notation::are_two_lists;
use teeko::rules::{nearest, quoted};
use teeko::surfaces::is_game;

use crate::typed::unmarked_rule_file;

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
    for (names, tip) in table {
        if names.split(' ').any(|known| known == name) {
            return Some(tip);
        }
    }
    None
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
    let Some(ContextValue::String(wrong)) = error.get(kind).cloned() else {
        return error;
    };
    error.remove(ContextKind::Suggested);
    error.remove(ContextKind::SuggestedArg);
    error.remove(ContextKind::SuggestedSubcommand);
    let tip = match kind {
        ContextKind::InvalidSubcommand => command_tip(&wrong, program, typed),
        ContextKind::InvalidValue => path_tip(&wrong, &error),
        _ => argument_tip(&wrong, program, typed),
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
        let folder = quoted(wrong);
        return Some(format!(
            "to check the tables in it: teeko verify --tables {folder}"
        ));
    }
    let name = unmarked_rule_file(wrong)?;
    Some(format!("for a rule file write {name}"))
}

/// Returns the tip for a word in the place of a command.
fn command_tip(wrong: &str, program: &Command, typed: &[String]) -> Option<String> {
    let words: Vec<&str> = typed
        .iter()
        .map(String::as_str)
        .skip_while(|word| *word != wrong)
        .take_while(|word| !word.starts_with('-'))
        .collect();
    let text = words.join(" ");
    if are_two_lists(&text) || !is_game(wrong) && wrong.contains([':', '/']) {
        return Some(format!("to ask about it: teeko query \"{text}\""));
    }
    if is_game(wrong) {
        return Some(format!("to ask about it: teeko query --moves \"{text}\""));
    }
    if let Some(tip) = tip_for(&COMMANDS, wrong) {
        return Some(tip.to_owned());
    }
    let names: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
    let name = near(wrong, &names)?;
    Some(format!("did you mean `teeko {name}`?"))
}

/// Returns the tip for an argument that its command, or the program itself, does not know.
fn argument_tip(wrong: &str, program: &Command, typed: &[String]) -> Option<String> {
    let command = typed.iter().find_map(|name| program.find_subcommand(name));
    match command {
        Some(command) if wrong.starts_with('-') => option_tip(wrong, command),
        Some(command) if command.get_name() == "atlas" => {
            Some("separate values by commas, as in `--goals 44,58`".to_owned())
        }
        None if wrong == "-v" => Some("did you mean `-V`?".to_owned()),
        _ => None,
    }
}

/// Returns the tip for an option that a command does not have.
fn option_tip(wrong: &str, command: &Command) -> Option<String> {
    let name = wrong.trim_start_matches('-');
    let (name, _) = name.split_once('=').unwrap_or((name, ""));
    if command.get_arguments().any(|known| is_option(known, name)) {
        let command = command.get_name();
        return Some(format!("write `{wrong}` after `{command}`"));
    }
    if let Some(right) = same_option(name, command) {
        return Some(format!("did you mean `--{right}`?"));
    }
    if let Some(example) = tip_for(&PARTS_OF_NAMES, name)
        && command
            .get_arguments()
            .any(|known| is_called(known, VARIANT))
    {
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

/// Returns the option of a command that another program calls `name`, or whose name is almost the
/// same.
fn same_option(name: &str, command: &Command) -> Option<String> {
    let options: Vec<&str> = command.get_arguments().filter_map(Arg::get_long).collect();
    let mut same = tip_for(&OPTIONS, name).unwrap_or_default().split(' ');
    let known = same.find(|known| options.contains(known));
    if let Some(option) = known.or_else(|| near(name, &options)) {
        return Some(option.to_owned());
    }
    let is_side = ["black", "red", "both"].contains(&name);
    if is_side && options.contains(&"as") {
        return Some(format!("as {name}"));
    }
    None
}

/// Returns whether an argument is an option with this long or short name.
fn is_option(argument: &Arg, name: &str) -> bool {
    let short = argument.get_short().map(String::from);
    argument.get_long() == Some(name) || short.as_deref() == Some(name)
}

/// Returns whether the usage names the value of an argument so.
fn is_called(argument: &Arg, called: &str) -> bool {
    let mut names = argument.get_value_names().into_iter().flatten();
    names.any(|name| name == called)
}

/// Returns the known name that `wrong` begins, or that has few other letters.
fn near<'a>(wrong: &str, known: &[&'a str]) -> Option<&'a str> {
    if wrong.len() >= 3
        && let Some(begun) = known.iter().find(|name| name.starts_with(wrong))
    {
        return Some(begun);
    }
    nearest(wrong, known.iter().copied())
}
