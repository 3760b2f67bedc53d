document.querySelectorAll("button[data-copy]").forEach(function (button) {
  button.hidden = false;
  button.addEventListener("click", function () {
    var field = document.createElement("textarea");
    field.value = button.dataset.copy;
    button.after(field);
    field.select();
    var copied = document.execCommand("copy");
    field.remove();
    button.focus();
    if (!copied) { window.prompt("Position", button.dataset.copy); return; }
    button.textContent = "Copied";
    setTimeout(function () { button.textContent = "Copy"; }, 2000);
  });
});
