import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { run } from '../../interfaces/cli/run-in-process.js'
import { needs } from '../../support/needs.js'

const fixture = (name: string) => new URL(`../../../fixtures/documents/${name}`, import.meta.url).pathname
const trust = new URL('../../../fixtures/trust/standard.json', import.meta.url).pathname

/** The class path of veraPDF: org.verapdf:validation-model of Maven Central with what it depends on (`mvn dependency:build-classpath`). */
const classPath = process.env['VERAPDF_CLASSPATH'] ?? ''

const program = `
import java.io.FileInputStream;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.*;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.*;

public class Check {
  public static void main(String[] files) throws Exception {
    VeraGreenfieldFoundryProvider.initialise();
    for (String file : files)
      try (PDFAParser parser = Foundries.defaultInstance().createParser(new FileInputStream(file), PDFAFlavour.PDFUA_1)) {
        ValidationResult result = Foundries.defaultInstance().createValidator(PDFAFlavour.PDFUA_1, false).validate(parser);
        System.out.println("checked " + (result.getTotalAssertions() > 1000));
        for (TestAssertion each : result.getTestAssertions())
          if (each.getStatus() == TestAssertion.Status.FAILED)
            System.out.println(file + ": " + each.getRuleId().getClause() + " " + each.getMessage());
      }
  }
}
`

describe('veraPDF', needs({ 'veraPDF (VERAPDF_CLASSPATH)': classPath !== '' }), () => {
  const folder = mkdtempSync(join(tmpdir(), 'allkiri-verapdf-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('veraPDF finds nothing in printed reports that PDF/UA-1 forbids, in both languages', async () => {
    const files: string[] = []
    for (const name of [
      'lt.asice',
      'pdf-two-signatures.pdf',
      'pdf-changed-content.pdf',
      'names-in-every-script.asice',
      'xroad-batch.asice',
      'ddoc-1.3.ddoc',
    ])
      for (const language of ['en', 'et']) {
        const file = join(folder, `${name}-${language}.pdf`)
        await run(['report', '--trust', trust, '--at', '2026-06-01T12:00:00Z', '--language', language, '--pdf', file, fixture(name)])
        files.push(file)
      }
    writeFileSync(join(folder, 'Check.java'), program)
    const printed = execFileSync('java', ['-cp', classPath, join(folder, 'Check.java'), ...files], { encoding: 'utf8', stdio: 'pipe' })
    const findings = printed.split('\n').filter((line) => /^(?:checked |\/)/.test(line))
    expect(findings).toEqual(files.map(() => 'checked true'))
  }, 600_000)
})
