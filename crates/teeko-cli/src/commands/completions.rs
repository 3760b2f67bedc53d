//! `teeko completions`: scripts that complete command lines in a shell.

use clap::Args;
use clap_complete::Shell;

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
    pub(crate) fn run(&self, mut program: clap::Command) -> Result<Exit, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, "teeko", &mut script);
        output::write(&script)?;
        Ok(Exit::Success)
    }
}
