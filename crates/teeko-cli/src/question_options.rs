//! Options that a question declares: the fields of its struct.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use teeko::surfaces::{Declared, JsonSchema, Parameter, ParameterKind};

use crate::parsers::number;

/// The question `Q`, without the fields that the command reads from positional arguments. The help
/// of the command is the documentation of `Q`.
#[derive(Clone, Debug)]
pub(crate) struct QuestionOptions<Q>(pub(crate) Q);

/// Returns the parameters that are options. Commands read positions and games themselves: from
/// positional arguments, `--moves`, files and standard input.
fn options(declared: Declared) -> impl Iterator<Item = Parameter> {
    let parameters = declared.parameters.into_iter();
    parameters.filter(|parameter| !parameter.is_subject())
}

fn option(parameter: Parameter) -> Arg {
    let Parameter {
        name, kind, help, ..
    } = parameter;
    let option = Arg::new(name.clone())
        .long(name.replace('_', "-"))
        .help(help);
    let value_name = name.to_uppercase();
    match kind {
        ParameterKind::Flag => option.action(ArgAction::SetTrue),
        ParameterKind::Text { .. } => option.value_name(value_name),
        ParameterKind::Number {
            least,
            default,
            most_of_program,
            ..
        } => {
            let default = default.map(|default| default.to_string());
            let range = least..=most_of_program.unwrap_or(u64::MAX);
            option
                .value_name("N")
                .default_values(default)
                .value_parser(number::<u64>(range))
        }
        ParameterKind::Word { words, meanings } => {
            let default = words[0].clone();
            let described = words.into_iter().zip(meanings);
            let values = described.map(|(word, meaning)| PossibleValue::new(word).help(meaning));
            let parser = PossibleValuesParser::new(values);
            option
                .value_name(value_name)
                .default_value(default)
                .value_parser(parser)
        }
    }
}

impl<Q: JsonSchema + DeserializeOwned> Args for QuestionOptions<Q> {
    fn augment_args(command: Command) -> Command {
        let declared = Declared::of::<Q>();
        let command = command.about(declared.summary().to_owned());
        command
            .long_about(declared.documentation.clone())
            .args(options(declared).map(option))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<Q: JsonSchema + DeserializeOwned> FromArgMatches for QuestionOptions<Q> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut fields = Map::new();
        for parameter in options(Declared::of::<Q>()) {
            if let Some(value) = value_of(&parameter, matches) {
                fields.insert(parameter.name, value);
            }
        }
        match serde_json::from_value(fields.into()) {
            Ok(question) => Ok(Self(question)),
            Err(error) => Err(Error::raw(ErrorKind::ValueValidation, format!("{error}\n"))),
        }
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Returns the value of an option, if it was given or has a default.
fn value_of(parameter: &Parameter, matches: &ArgMatches) -> Option<Value> {
    let name = &parameter.name;
    match parameter.kind {
        ParameterKind::Flag => Some(matches.get_flag(name).into()),
        ParameterKind::Number { .. } => {
            let number = matches.get_one::<u64>(name)?;
            Some((*number).into())
        }
        ParameterKind::Text { .. } | ParameterKind::Word { .. } => {
            let text = matches.get_one::<String>(name)?;
            Some(text.as_str().into())
        }
    }
}
