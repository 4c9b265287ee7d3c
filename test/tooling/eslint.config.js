import tseslint from 'typescript-eslint'

/** Below `threads` nothing reads a clock, draws a random number or opens a connection: the same input gives the same report. */
const impure = [
  { selector: "MemberExpression[object.name='Date'][property.name='now']", message: 'The clock is an argument.' },
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'The clock is an argument.' },
  { selector: "MemberExpression[object.name='Math'][property.name='random']", message: 'Randomness is an argument.' },
  { selector: "CallExpression[callee.name='fetch']", message: 'The fetcher is an argument.' },
]

export default tseslint.config(
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: new URL('../..', import.meta.url).pathname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-confusing-void-expression': 'off',
    },
  },
  {
    files: [
      'src/{model,std,readers,validation,writers}/**',
      'src/trust/*.ts',
      'src/trust/{path,revocation,settings,snapshot,lists,xroad}/**',
    ],
    rules: { 'no-restricted-syntax': ['error', ...impure] },
  },
)
