import React from 'react'
import { half } from '@/lib/numbers'
import * as lib from '../lib'

export const Title = () => <h1>{half(2)}</h1>

export function Page({ half }: { half: number }) {
  return <Title key={half} />
}

class Own extends lib.Counter<number> {}
