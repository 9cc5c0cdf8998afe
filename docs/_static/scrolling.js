// Code, tables and pictures that are wider than the page scroll, and can be focused by keyboard.
{
  const mark = (element) => {
    if (element.scrollWidth > element.clientWidth) {
      element.tabIndex = 0;
    } else {
      element.removeAttribute("tabindex");
    }
  };
  const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => mark(target)));
  const wide = document.querySelectorAll("article pre, article .table-wrapper, article .picture");
  wide.forEach((element) => { mark(element); sizes.observe(element); });
}
