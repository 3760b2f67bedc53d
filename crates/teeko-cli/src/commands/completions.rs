//! `teeko completions`: scripts that complete command lines.

use clap::Args;
use clap_complete::Shell;

use crate::exit::{Exit, Failure};
use crate::output;

/// Print a script that lets a shell complete command lines of this program
///
/// Each shell has its own place for such scripts, or reads them when it starts: bash by
/// `source <(teeko completions bash)` in ~/.bashrc, fish from
/// ~/.config/fish/completions/teeko.fish, zsh from a file _teeko in a folder of $fpath, PowerShell
/// by `teeko completions powershell | Out-String | Invoke-Expression` in $PROFILE.
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
        output::write(&script, true)?;
        Ok(Exit::Success)
    }
}
