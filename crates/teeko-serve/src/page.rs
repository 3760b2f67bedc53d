//! The page at `/`.

/// The page, as HTML.
pub(crate) fn page() -> &'static str {
    "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Teeko</title>\n\
     <p>Teeko, solved. <a href=\"openapi.json\">What can be asked</a>.</p>\n</html>\n"
}
