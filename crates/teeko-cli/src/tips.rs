//! What to type instead of an option or a command that the program does not have.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use teeko::questions::is_game;
use teeko::rules::nearest;

/// Options that people try, each with those that mean the same here. The first that the command has
/// is the right one.
const OPTIONS: &[(&[&str], &[&str])] = &[
    (&["format", "f", "type"], &["to", "format"]),
    (&["port", "p", "address", "host", "bind", "addr"], &["listen"]),
    (&["n", "count", "number", "max"], &["limit", "examples", "plies"]),
    (&["length"], &["plies"]),
    (&["distance", "depth", "d", "mate", "moves"], &["dtw"]),
    (&["tables", "dir", "folder", "out", "file", "output", "f"], &["output", "tables"]),
    (&["j", "jobs", "cores"], &["threads"]),
    (&["level", "skill"], &["strength"]),
    (&["side", "colour"], &["as"]),
    (&["pieces"], &["layer"]),
    (&["variants", "rules"], &["variant", "goals"]),
    (&["filter", "condition"], &["where"]),
];

/// Options that people try for what is part of a variant's name.
const PARTS_OF_NAMES: [&str; 13] = [
    "board",
    "size",
    "step",
    "steps",
    "knight",
    "teleport",
    "orthogonal",
    "no-centre",
    "no-center",
    "pass",
    "points",
    "pips",
    "plan",
];

/// Commands that people try, each with what does the same here.
const COMMANDS: &[(&[&str], &str)] = &[
    (&["rules", "list", "games"], "`teeko variants` lists the games, `teeko help` the commands"),
    (
        &["analyse", "analyze", "eval", "evaluate", "best", "probe", "hint", "move", "position"],
        "`teeko query` shows the value of a position and its moves",
    ),
    (&["web", "gui", "explorer", "page", "browser"], "`teeko serve --open` opens the page"),
    (&["engine", "uci", "ugi"], "`teeko query --stdin` answers programs, as `teeko serve` does"),
    (&["game", "new"], "`teeko play` starts a game"),
    (&["census", "count"], "`teeko stats` counts positions"),
    (&["compare"], "`teeko diff` compares two variants"),
    (&["proof", "prove"], "`teeko certificate` writes a proof"),
    (&["tables"], "`teeko info` describes a table file, `teeko solve` writes tables"),
    (&["version"], "`teeko --version` prints the version"),
];

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
        _ => return error,
    };
    let Some(ContextValue::String(wrong)) = error.get(kind) else { return error };
    let wrong = wrong.clone();
    for invented in
        [ContextKind::Suggested, ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand]
    {
        error.remove(invented);
    }
    let tip = if kind == ContextKind::InvalidSubcommand {
        command_tip(&wrong, program, typed)
    } else {
        let command = typed.iter().find_map(|name| program.find_subcommand(name));
        command.and_then(|command| option_tip(&wrong, command))
    };
    if let Some(tip) = tip {
        let tips = ContextValue::StyledStrs(vec![tip.into()]);
        error.insert(ContextKind::Suggested, tips);
    }
    error
}

fn command_tip(wrong: &str, program: &Command, typed: &[String]) -> Option<String> {
    if is_game(wrong) || wrong.contains([':', '/']) {
        let words = typed.iter().skip_while(|word| *word != wrong);
        let words: Vec<&str> =
            words.map(String::as_str).take_while(|word| !word.starts_with('-')).collect();
        let option = if is_game(wrong) { "--moves " } else { "" };
        return Some(format!("to ask about it: teeko query {option}\"{}\"", words.join(" ")));
    }
    let same = COMMANDS.iter().find(|(names, _)| names.contains(&wrong));
    let names: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
    same.map(|(_, tip)| (*tip).to_owned())
        .or_else(|| near(wrong, &names).map(|name| format!("did you mean `teeko {name}`?")))
}

fn option_tip(wrong: &str, command: &Command) -> Option<String> {
    let name = wrong.trim_start_matches('-');
    let name = name.split('=').next().unwrap_or(name);
    let options: Vec<&str> =
        command.get_arguments().filter_map(|option| option.get_long()).collect();
    if !wrong.starts_with('-') {
        return (command.get_name() == "atlas")
            .then(|| "separate values by commas, as in `--goals 44,58`".to_owned());
    }
    let takes_variant = command.get_arguments().any(|argument| {
        argument.get_value_names().is_some_and(|names| names.iter().any(|name| name == "VARIANT"))
    });
    let is_known = |argument: &Arg| {
        argument.get_long() == Some(name)
            || argument.get_short().is_some_and(|short| name == short.to_string())
    };
    if command.get_arguments().any(is_known) {
        return Some(format!("write `{wrong}` after `{}`", command.get_name()));
    }
    if takes_variant && ["v", "variant", "variants"].contains(&name) {
        return Some("give the variant without an option before it".to_owned());
    }
    let same = OPTIONS.iter().filter(|(names, _)| names.contains(&name));
    let right =
        same.flat_map(|(_, right)| right.iter().copied()).find(|right| options.contains(right));
    let right = right.or_else(|| near(name, &options));
    if let Some(right) = right {
        return Some(format!("did you mean `--{right}`?"));
    }
    if PARTS_OF_NAMES.contains(&name) && takes_variant {
        let option = match name {
            "board" | "size" => "4x4",
            "step" | "steps" => "knight",
            "no-center" => "no-centre",
            "pass" => return Some("name it with the variant, as in `44-pppp+pass`".to_owned()),
            "plan" => return Some("name it with the variant, as in `44-pppp`".to_owned()),
            option => option,
        };
        return Some(format!("name it with the variant, as in `44-ssss+{option}`"));
    }
    let positional = match name {
        "position" | "fen" => "position",
        "game" | "file" | "moves" => "game",
        "variant" | "variants" | "all" => "variants",
        _ => return None,
    };
    let found = command.get_positionals().find(|argument| argument.get_id() == positional)?;
    let form = if name == "all" { "`all`".to_owned() } else { format!("the {}", found.get_id()) };
    Some(format!("give {form} without an option before it"))
}

/// Returns the known name that `wrong` begins, or that has few other letters.
fn near<'a>(wrong: &str, known: &[&'a str]) -> Option<&'a str> {
    let mut begun = known.iter().filter(|name| wrong.len() >= 3 && name.starts_with(wrong));
    begun.next().copied().or_else(|| nearest(wrong, known.iter().copied()))
}
