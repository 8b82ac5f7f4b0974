#include "lang/file_summary.h"

#include "test.h"

static Str summary(const char *language, const char *text)
{
    Outline outline;
    const OutlineOptions options = {.time_ms = 1000, .want_docs = true, .no_ctags = true};
    const Language *known = lang_find(str_from(language));
    lang_outline(test_arena(), test_scratch(), known, str_from(text), &options, &outline);
    return file_summary(test_arena(), known, &outline, str_from(text));
}

TEST(a_file_is_summed_up_in_its_own_words)
{
    static const struct {
        const char *language, *text, *said;
    } rows[] = {
        {"python",
         "#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n\"\"\"Copies files.\n\nMore.\"\"\"\n",
         "Copies files."},
        {"python", "# Copyright 2020 A. B.\n# License: MIT\n\nr'''Reads \\d. Then more.'''\n",
         "Reads \\d."},
        {"python", "\"\"\"\nast\n~~~\n\nThe `ast` module helps e.g. tools. It is fast.\n\"\"\"\n",
         "The `ast` module helps e.g. tools."},
        {"python", "# Helpers for tests.\n\nimport os\n", "Helpers for tests."},
        {"python", "# Adds one.\ndef add(n):\n    \"\"\"Adds.\"\"\"\n    return n + 1\n", ""},
        {"c",
         "/* list.c - A linked list.\n *\n * Copyright (c) 2006 A. B.\n */\n"
         "#include \"list.h\"\n",
         "list.c - A linked list."},
        {"c",
         "/*\n * Copyright (c) 2006 A. B.\n * All rights reserved.\n */\n\n"
         "/* Hash tables! Fast. */\n\n#include <a.h>\n",
         "Hash tables!"},
        {"c", "#ifndef A_H\n#define A_H\n\n/* A queue of jobs. */\n\nint pop(void);\n",
         "A queue of jobs."},
        {"c", "/* Adds one. */\nint add(int n)\n{\n    return n + 1;\n}\n", ""},
        {"c",
         "// SPDX-License-Identifier: MIT\n"
         "// Permission is hereby granted, free of charge\n\nint n;\n",
         ""},
        {"go",
         "// Copyright 2010 The Go Authors.\n\n//go:build linux\n\n"
         "// Package sort sorts slices.\n// It does.\npackage sort\n",
         "Package sort sorts slices."},
        {"go", "// This file is the host side.\n\n// Package cgi implements CGI.\npackage cgi\n",
         "Package cgi implements CGI."},
        {"rust", "//! Walks directories.\n//!\n//! More.\nuse std::fs;\n", "Walks directories."},
        {"java",
         "/* Copyright 2001 */\npackage a.b;\n\nimport c.D;\n\n/**\n"
         " * Sends mail. Slowly.\n */\npublic class Mail {\n    int n;\n}\n",
         "Sends mail."},
        {"java", "/**\n * The mail client.\n */\npackage a.b;\n", "The mail client."},
        {"typescript",
         "/**\n * @file mail.ts\n * @fileoverview Sends mail.\n */\n\nimport a from 'a';\n",
         "Sends mail."},
        {"javascript",
         "'use strict';\n/* eslint-disable no-var */\n// Parses dates.\n\nvar a = 1;\n",
         "Parses dates."},
        {"bash", "#!/bin/bash\n# backup.sh\n#\n# Copies what changed.\nset -e\n",
         "Copies what changed."},
        {"php", "<?php\n/**\n * Renders pages.\n *\n * @package A\n */\n\nrequire 'a.php';\n",
         "Renders pages."},
        {"lua", "-- Draws maps.\nlocal a = require 'a'\n", "Draws maps."},
        {"markdown", "# Fovea\n\n![x](y)\n\nReads code for agents that have no time.\n",
         "Reads code for agents that have no time"},
        {"markdown", "# Changes\n\n- one\n", "Changes"},
        {"python", "", ""},
        {"c", "/*", ""},
        {"c", "int a;", ""},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        EXPECT_STR(summary(rows[i].language, rows[i].text), rows[i].said);
}
