#!/usr/bin/env node
// Runs the program that the package of this platform carries (@fovea/<platform>-<arch>), in our place:
// same standard streams, arguments, environment, signals and exit code. Nothing is downloaded and
// nothing runs at installation: npm picks the package by its `os` and `cpu` fields.
// FOVEA_BINARY names another program, for platforms without a package.
'use strict'

const { accessSync, constants } = require('fs')
const { version, optionalDependencies } = require('../package.json')

const platform = `${process.platform}-${process.arch}`
const carrier = `@fovea/${platform}`

function fail(message, hint) {
    process.stderr.write(`Error: ${message}\nHint: ${hint}\n`)
    process.exit(1)
}

function findProgram() {
    if (process.env.FOVEA_BINARY) return process.env.FOVEA_BINARY
    try {
        return require.resolve(`${carrier}/bin/fovea`)
    } catch {
        if (optionalDependencies[carrier])
            fail(`the package ${carrier} with the program for this platform is not installed`,
                `npm install ${carrier}@${version}; npm leaves it out with --omit=optional, and ` +
                'node_modules of another platform lacks it')
        const known = Object.keys(optionalDependencies).map((id) => id.split('/')[1]).join(', ')
        return fail(`there is no ready program for ${platform}, only for ${known}`,
            'build it from source and set FOVEA_BINARY to its path')
    }
}

// What Node ignores would stay ignored in the program; what it handles does not.
function replaceSelf(program, args) {
    for (const signal of ['SIGPIPE', 'SIGXFSZ']) process.on(signal, () => {})
    process.execve(program, [program, ...args], process.env)
}

// An old Node cannot replace itself: it stays, forwards signals, and ends as the program ended.
function runAsChild(program, args) {
    const { spawn } = require('child_process')
    const numbers = require('os').constants.signals
    let child // after the handlers: a signal may come as soon as it runs
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'])
        process.on(signal, () => child.kill(signal))
    child = spawn(program, args, { stdio: 'inherit' })
    child.on('error', (error) =>
        fail(`cannot start ${program}: ${error.message}`, 'install the package again'))
    child.on('exit', (code, signal) => {
        if (!signal) process.exit(code)
        process.removeAllListeners(signal)
        process.kill(process.pid, signal)
        // Node ignores some signals, SIGPIPE for one: then the shell's way to tell of them.
        setTimeout(() => process.exit(128 + numbers[signal]), 20)
    })
}

const program = findProgram()
const args = process.argv.slice(2)
try {
    accessSync(program, constants.X_OK)
} catch (error) {
    fail(`cannot start ${program}: ${error.message}`,
        process.env.FOVEA_BINARY ? 'FOVEA_BINARY must name a program' : 'install the package again')
}
if (process.execve) replaceSelf(program, args)
else runAsChild(program, args)
