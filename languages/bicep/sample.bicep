targetScope = 'subscription'

@description('The place. More.')
param location string = 'westeurope'
@secure()
param secret string
param count int = 2

var name = 'sample'
type pair = {
  a: int
  b: string
}

// A store.
resource store 'Microsoft.Storage/storageAccounts@2021-09-01' = {
  name: name
  location: location
}

resource old 'Microsoft.Storage/storageAccounts@2021-09-01' existing = {
  name: 'old'
}

module net './net.bicep' = {
  name: 'net'
}

func twice(x int) int => x * 2

output id string = store.id
