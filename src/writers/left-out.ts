/**
 * Makes a writer say what it leaves out. A writer takes `Pick<Report, Used>`, so that it can read nothing else, and `leavingOut<Report, Used>()([...])` compiles
 * only when `Used` and the list together are exactly the members of the report: a new member has to be written, or to be named here.
 */
export function leavingOut<Report, Used extends keyof Report>() {
  return <const Names extends readonly Exclude<keyof Report, Used>[]>(names: Names & Complete<Report, Used, Names>): Names => names
}

type Complete<Report, Used extends keyof Report, Names extends readonly unknown[]> = [Exclude<keyof Report, Used | Names[number]>] extends [
  never,
]
  ? unknown
  : { readonly forgotten: Exclude<keyof Report, Used | Names[number]> }
