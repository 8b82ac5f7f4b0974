export * from './numbers'
export * from './words'
