" Jumps to each tag of the tags file by its pattern, and notes where that leads.
for tag in taglist('.')
    execute 'silent! edit! +1 ' . fnameescape(tag.filename)
    if tag.cmd =~# '^/'
        set nomagic
        silent! execute tag.cmd
    else
        execute tag.cmd
    endif
    call writefile([tag.filename . ':' . line('.') . ' ' . tag.name . ' ' . (stridx(getline('.'), tag.name) >= 0 ? 'found' : 'LOST')], 'jumps', 'a')
endfor
for name in ['area', 'main', 'Cart', 'Größe']
    execute 'silent! tag ' . name
    call writefile(['tag ' . name . ' ' . expand('%') . ':' . line('.')], 'jumps', 'a')
endfor
qa!
