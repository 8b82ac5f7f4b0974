export function style(prefix, kind) {
  return globalThis["_" + prefix + "DatasetHoverStyle"] || globalThis[`paint${kind}`];
}
function _setDatasetHoverStyle() {}
function paintLine() {}
function leftLine() {}
