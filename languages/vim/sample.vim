" A plugin.
if exists('g:loaded_sample')
  finish
endif
let g:loaded_sample = 1
let s:cache = {}
runtime autoload/sample.vim

" Runs it.
function! sample#run(args, ...) abort range
  let l:x = 1
  let s:inside = 2
  let text =<< trim END
    function NotOne()
  END
  if a:args | endif
endfunction

func s:Local()
endfunc

command! -nargs=* -complete=file Sample call sample#run(<f-args>)

augroup sample
  autocmd!
  autocmd BufRead *.x setlocal ft=x
augroup END

function g:dict.method() dict
endfunction

vim9script
import autoload 'other.vim'
export def Count(items: list<string>): number
  return len(items)
enddef
class Point
  var x: number
  def new(this.x)
  enddef
endclass
