#!/bin/bash
a=1 b=2
f() {
    local x=$1 y
    if [ "$x" = 1 ] && [[ $y == a* ]]; then
        echo "a  b" 'c  d' e   f | cat
    elif ((x > 1)); then echo a; else :; fi
    for i in a b c; do echo $i; done
    while read -r l; do continue; done < <(ls)
    case $x in
    a | b) echo 1 ;;
    *) echo 2 ;;
    esac
    arr=(1 2
        3)
    cat <<T
one
  two $x
T
    cat <<-T
	one
	T
    echo ${x:-a b} $((1 + 2)) $(echo a; echo b)
    long a \
        b
    ! true || { echo x; } &
    v=$(cat)
    x= y
    [ a = b ]
    echo {a,b} a# b
}
f a b; f  c
