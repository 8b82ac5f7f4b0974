<?php
// Prints a line of JSON for each file: its tokens without white space and comments, or null.
foreach (array_slice($argv, 1) as $path) {
    try {
        $meaning = '';
        foreach (token_get_all(file_get_contents($path), TOKEN_PARSE) as $token) {
            [$kind, $text] = is_array($token) ? $token : [0, $token];
            if (in_array($kind, [T_WHITESPACE, T_COMMENT, T_DOC_COMMENT])) continue;
            $trimmed = in_array($kind, [T_OPEN_TAG, T_CLOSE_TAG, T_END_HEREDOC]);
            $meaning .= $kind . json_encode($trimmed ? trim($text) : $text) . ' ';
        }
    } catch (Throwable $error) {
        $meaning = null;
    }
    echo json_encode($meaning), "\n";
}
