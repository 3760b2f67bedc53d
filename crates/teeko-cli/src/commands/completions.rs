//! `teeko completions`: scripts that complete command lines in a shell.

use std::any::TypeId;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Args};
use clap_complete::Shell;
use teeko::rules::{RulesName, RulesSelection, Variant};

use crate::exit::{Exit, Failure};
use crate::output;

/// Print a script that completes command lines in your shell
///
/// In bash, put `source <(teeko completions bash)` into ~/.bashrc. In fish, write the script to
/// ~/.config/fish/completions/teeko.fish; in zsh, to a file _teeko in a folder of $fpath. In
/// PowerShell, put `teeko completions powershell | Out-String | Invoke-Expression` into $PROFILE.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko completions bash")]
pub(crate) struct Arguments {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

impl Arguments {
    pub(crate) fn run(&self, program: clap::Command) -> Result<Exit, Failure> {
        let mut program = program.mut_subcommands(|command| command.mut_args(with_suggestions));
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, "teeko", &mut script);
        output::write(&script)?;
        Ok(Exit::Success)
    }
}

/// Lets shells suggest some variants where others are valid too, which the help does not list.
fn with_suggestions(argument: Arg) -> Arg {
    let read = argument.get_value_parser().type_id();
    let takes_several = read == TypeId::of::<RulesSelection>();
    if !takes_several && read != TypeId::of::<RulesName>() {
        return argument;
    }
    let mut suggested = Variant::SIXTEEN.to_vec();
    for (name, ..) in Variant::NAMED {
        suggested.push(name);
    }
    if takes_several {
        suggested.push("all");
    }
    argument.value_parser(PossibleValuesParser::new(suggested))
}
