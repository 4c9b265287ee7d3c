import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isBuilt, needs } from '../../support/needs.js'
import { fixture, startServiceForClients } from './service-for-clients.js'

/** The generator that `OPENAPI_GENERATOR` names, or the one that `mvn dependency:get -Dartifact=org.openapitools:openapi-generator-cli:VERSION` has left. */
const generator = [process.env['OPENAPI_GENERATOR'] ?? '', ...jarsOfMaven()].find((path) => path !== '' && existsSync(path)) ?? null

function jarsOfMaven(): readonly string[] {
  const folder = join(homedir(), '.m2/repository/org/openapitools/openapi-generator-cli')
  const versions = existsSync(folder) ? readdirSync(folder) : []
  return versions.map((version) => join(folder, version, `openapi-generator-cli-${version}.jar`))
}

function hasCompiler(): boolean {
  try {
    execFileSync('javac', ['-version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** What a program of a user does with the generated classes: the operations of both interfaces, and the members of an answer that clients of SiVa read. */
const program = `
import client.*;
import client.api.*;
import client.model.*;
import java.io.File;
import java.nio.file.*;
import java.util.*;

public class Program {
  static String base64(String file) throws Exception {
    return Base64.getEncoder().encodeToString(Files.readAllBytes(Path.of(file)));
  }

  static void say(Object... values) {
    StringJoiner line = new StringJoiner(" ");
    for (Object value : values) line.add(String.valueOf(value));
    System.out.println(line);
  }

  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(args[0]);
    DocumentsApi documents = new DocumentsApi(client);
    Siva3Api siva3 = new Siva3Api(client);

    ValidationRequest request = new ValidationRequest()
      .document(base64(args[1])).filename("leping.asice").documentType(ValidationRequest.DocumentTypeEnum.BDOC).reportType("detailed");
    ValidationReport report = documents.validate(request, null, null, null, null);
    SignatureReport signature = report.getSignatures().get(0);
    say("siva1", report.getValidSignaturesCount(), report.getSignaturesCount(), signature.getIndication(), signature.getSignedBy());
    Check check = report.getDetailedReport().getSignatures().get(0).getBlocks().stream()
      .flatMap(block -> block.getBlocks().stream()).flatMap(block -> block.getChecks().stream()).findFirst().orElseThrow();
    say("check", check.getKey(), check.getOutcome(), check.getFacts() != null);

    ValidateV3Request request3 = new ValidateV3Request().document(base64(args[1])).filename("leping.asice").signaturePolicy("POLv3");
    Siva3Conclusion conclusion = siva3.validateV3(request3).getValidationReport().getValidationConclusion();
    say("siva3", conclusion.getPolicy().getPolicyName(), conclusion.getValidSignaturesCount(), conclusion.getSignatureForm());

    DataFilesReport files = documents.getDataFiles(
      new DataFilesRequest().document(base64(args[2])).documentType(DataFilesRequest.DocumentTypeEnum.DDOC));
    for (DataFile file : files.getDataFiles()) say("file", file.getFileName(), Base64.getMimeDecoder().decode(file.getBase64()).length == file.getSize());

    File archive = documents.validateForArchive(request, null, null, null, null);
    say("archive", Files.readString(archive.toPath()).contains("ValidationReport"));
    try {
      documents.validate(new ValidationRequest().document("").filename("a.asice").documentType(ValidationRequest.DocumentTypeEnum.PDF), null, null, null, null);
    } catch (ApiException refused) {
      RequestErrors errors = client.getObjectMapper().readValue(refused.getResponseBody(), RequestErrors.class);
      say("refused", refused.getCode(), errors.getRequestErrors().get(0).getKey());
    }
  }
}
`

/** The generator's jar has what the generated classes import, but for this annotation, which is in a small package of its own. */
const annotation = 'package javax.annotation; public @interface Generated { String value(); String comments() default ""; }'

describe(
  'a Java client that is generated from the description',
  needs({ 'a build': isBuilt, 'openapi-generator-cli.jar': generator !== null, 'Java compiler': hasCompiler() }),
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'allkiri-java-client-'))
    let service: Awaited<ReturnType<typeof startServiceForClients>>
    beforeAll(async () => {
      service = await startServiceForClients()
      writeFileSync(join(folder, 'openapi.json'), service.description)
    })
    afterAll(async () => {
      await service.stop()
      rmSync(folder, { recursive: true })
    })

    const write = (name: string, text: string) => {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    }
    const run = (command: string, ...args: readonly string[]) =>
      execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })

    it('a Java client that openapi-generator makes of the description compiles, validates over both interfaces, reads each check, and is told what is wrong', () => {
      const jar = generator ?? ''
      const names =
        'openApiNullable=false,hideGenerationTimestamp=true,apiPackage=client.api,modelPackage=client.model,invokerPackage=client'
      const parts = 'apis,models,supportingFiles,apiTests=false,modelTests=false,apiDocs=false,modelDocs=false'
      run(
        'java',
        '-jar',
        jar,
        'generate',
        '-g',
        'java',
        '--library',
        'native',
        '-i',
        'openapi.json',
        '-o',
        'made',
        '--additional-properties',
        names,
        '--global-property',
        parts,
      )
      const sources = readdirSync(join(folder, 'made/src/main/java'), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.java'))
        .map((name) => join('made/src/main/java', name))
      run(
        'javac',
        '-nowarn',
        '-d',
        'classes',
        '-cp',
        jar,
        write('Program.java', program),
        write('javax/annotation/Generated.java', annotation),
        ...sources,
      )
      const printed = run(
        'java',
        '-cp',
        `${join(folder, 'classes')}:${jar}`,
        'Program',
        service.base,
        fixture('lt.asice'),
        fixture('ddoc-1.3.ddoc'),
      )
      expect(printed.trim().split('\n')).toEqual([
        expect.stringMatching(/^siva1 1 1 TOTAL-PASSED .*47101010033/),
        expect.stringMatching(/^check [a-z-]+ satisfied true$/),
        'siva3 POLv3 1 ASiC-E',
        'file leping.txt true',
        'file lisa.txt true',
        'archive true',
        'refused 400 document',
      ])
    }, 600_000)
  },
)
