//! Failures: statuses and messages for the caller, and texts from and for the caller.

use std::any::Any;
use std::cell::Cell;
use std::ffi::{CStr, CString, c_char};
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

use teeko::{Error, ErrorKind};

/// The status of a call. The values are the exit codes of the program `teeko`.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TeekoStatus {
    /// There is an answer.
    Ok = 0,
    /// The request is wrong: a name, an option, a NULL, or something that these rules do not have.
    Request = 2,
    /// A position, a move or a game is wrong.
    Position = 3,
    /// The tables do not exist.
    MissingTables = 4,
    /// The tables are damaged, or of other rules.
    Damaged = 5,
    /// Files, memory or threads are not available.
    Resources = 6,
    /// The library has a fault. Please report it.
    Fault = 101,
}

thread_local! {
    static STATUS: Cell<TeekoStatus> = const { Cell::new(TeekoStatus::Ok) };
}

/// Returns how this thread's last call of a function with the parameter `error` ended.
#[unsafe(no_mangle)]
pub extern "C" fn teeko_status() -> TeekoStatus {
    STATUS.get()
}

/// Why a call failed.
pub(crate) struct Failure {
    status: TeekoStatus,
    message: String,
}

impl Failure {
    pub(crate) fn request(message: impl Into<String>) -> Self {
        Self {
            status: TeekoStatus::Request,
            message: message.into(),
        }
    }

    pub(crate) fn position(message: &impl Display) -> Self {
        Self {
            status: TeekoStatus::Position,
            message: message.to_string(),
        }
    }
}

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        let error = error.into();
        let status = match error.kind() {
            ErrorKind::Request | ErrorKind::NoAnswer => TeekoStatus::Request,
            ErrorKind::Position => TeekoStatus::Position,
            ErrorKind::MissingTables => TeekoStatus::MissingTables,
            ErrorKind::DamagedTables => TeekoStatus::Damaged,
            ErrorKind::Fault => TeekoStatus::Fault,
            // `Stopped` cannot occur: no observer breaks.
            _ => TeekoStatus::Resources,
        };
        Self {
            status,
            message: error.to_string(),
        }
    }
}

/// Does the work of a call. A panic is returned as an error, because it must not unwind into the
/// caller.
pub(crate) fn catch_panics<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let message = format!("a fault in teeko: {}", panic_message(&*panic));
        Err(Failure {
            status: TeekoStatus::Fault,
            message,
        })
    })
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref().copied())
        .unwrap_or("unknown")
}

/// Reports how a call ended: puts the message of a failure, or NULL, in `*place` and keeps the
/// status for `teeko_status`.
///
/// # Safety
/// `place` is NULL or points to writable memory for a pointer.
pub(crate) unsafe fn report_failure<T>(
    result: Result<T, Failure>,
    place: *mut *mut c_char,
) -> Result<T, TeekoStatus> {
    let (result, status, message) = match result {
        Ok(answer) => (Ok(answer), TeekoStatus::Ok, None),
        Err(Failure { status, message }) => (Err(status), status, Some(message)),
    };
    STATUS.set(status);
    if !place.is_null() {
        // SAFETY: the caller promises that `place` can be written.
        unsafe { *place = message.map_or(std::ptr::null_mut(), c_text) };
    }
    result
}

/// Reads a text of the caller's.
///
/// # Safety
/// It is NULL or ends with a zero byte, and lives as long as it is read.
pub(crate) unsafe fn text<'a>(text: *const c_char) -> Result<&'a str, Failure> {
    if text.is_null() {
        return Err(Failure::request("text: expected one, found NULL"));
    }
    // SAFETY: the caller promises that the text ends with a zero byte.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map_err(|error| {
        Failure::request(format!("text: expected UTF-8, found other bytes: {error}"))
    })
}

/// Returns a text for the caller. JSON and messages have no zero bytes; if one did, it would be
/// left out.
pub(crate) fn c_text(text: String) -> *mut c_char {
    let mut bytes = text.into_bytes();
    bytes.retain(|&byte| byte != 0);
    CString::new(bytes).unwrap_or_default().into_raw()
}

#[cfg(test)]
mod tests {
    use teeko::answers::ErrorDocument;

    use super::*;

    #[test]
    fn a_fault_has_the_status_of_a_panic() {
        let fault = Error::Refused {
            status: 500,
            refusal: ErrorDocument::new(ErrorKind::Fault, "broken", None),
        };
        let panic = catch_panics::<()>(|| panic!("broken"));
        assert_eq!(Failure::from(fault).status, TeekoStatus::Fault);
        assert_eq!(panic.unwrap_err().status, TeekoStatus::Fault);
    }
}
