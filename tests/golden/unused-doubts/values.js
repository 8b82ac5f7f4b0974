export function mount(app, table) {
  app.on("mount", function mounted() {});
  table[3] = function third() {};
  return function returned() {};
}
function left() {}
