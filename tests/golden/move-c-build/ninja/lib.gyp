{ 'targets': [ { 'sources': [ 'g.c', 'h.c' ],
    'conditions': [ ['OS=="win"', { 'sources': [ 'w.c' ] } ] ] } ] }
