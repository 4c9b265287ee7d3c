/**
 * Lets Node run the TypeScript of this folder without a build step: `node --import ./test/support/register-typescript.js FILE.ts`.
 * Imports end in `.js`, so a missing `.js` file stands for the `.ts` file beside it.
 */
import { existsSync, readFileSync } from 'node:fs'
import { register } from 'node:module'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'
import typescript from 'typescript'

if (isMainThread) register(import.meta.url)

export async function resolve(specifier, context, next) {
  if (specifier.startsWith('.') && specifier.endsWith('.js') && context.parentURL?.endsWith('.ts')) {
    const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL)
    if (existsSync(source)) return { url: source.href, format: 'module', shortCircuit: true }
  }
  return next(specifier, context)
}

export async function load(url, context, next) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context)
  const { outputText } = typescript.transpileModule(readFileSync(fileURLToPath(url), 'utf8'), {
    compilerOptions: {
      target: typescript.ScriptTarget.ES2023,
      module: typescript.ModuleKind.ES2022,
      verbatimModuleSyntax: true,
      inlineSourceMap: true,
    },
    fileName: url,
  })
  return { format: 'module', source: outputText, shortCircuit: true }
}
