#include "text/toon_options.h"

bool toon_resolve(const ToonOptions *options, ToonOptions *resolved, Err *err)
{
    ToonOptions o = options ? *options : (ToonOptions){0};
    o.delimiter = o.delimiter ? o.delimiter : ',';
    o.indent = o.indent ? o.indent : 2;
    o.fold_depth = o.fold_depth ? o.fold_depth : INT_MAX;
    if (o.delimiter != ',' && o.delimiter != '\t' && o.delimiter != '|') {
        err_set(err, ERR_USAGE, "'%c' is not a TOON delimiter", o.delimiter);
        return err_hint(err, "delimiters are the comma, the tab and the pipe");
    }
    if (o.indent < 1 || o.indent > INDENT_MAX)
        return err_set(err, ERR_USAGE, "TOON's indent must be 1 to %d spaces", INDENT_MAX);
    if (o.fold_depth < 0)
        return err_set(err, ERR_USAGE, "the fold depth must not be negative");
    if (o.shape != TOON_V3 && (o.fold_keys || o.expand_paths)) {
        err_set(err, ERR_USAGE, "folding keys and expanding paths exist in TOON 3 only");
        return err_hint(err, "choose the shape of version 3, or leave them off");
    }
    *resolved = o;
    return true;
}
