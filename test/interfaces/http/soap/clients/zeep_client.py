"""Calls the service with a client that zeep makes from its WSDL. Arguments: address of the service, folder of the fixtures."""

import base64
import sys

import zeep
from lxml import etree

base, fixtures = sys.argv[1:]
XROAD = "http://x-road.eu/xsd/xroad.xsd"


def document(name):
    with open(f"{fixtures}/documents/{name}", "rb") as file:
        return base64.b64encode(file.read()).decode()


def expect(condition, what):
    if not condition:
        raise SystemExit(f"  zeep {zeep.__version__}: wrong: {what}")
    print(f"  zeep {zeep.__version__}: {what}")


for path in ("validationWebService", "validationWebService/validateDocument"):
    history = zeep.plugins.HistoryPlugin()
    client = zeep.Client(f"{base}/soap/{path}?wsdl", plugins=[history])
    expect(client.service._binding_options["address"] == f"{base}/soap/{path}", f"the WSDL at {path} names that address")

    client_id = client.get_type("{http://x-road.eu/xsd/identifiers}XRoadClientIdentifierType")(
        xRoadInstance="EE", memberClass="GOV", memberCode="70000001", subsystemCode="registrid", objectType="SUBSYSTEM"
    )
    headers = {"client": client_id, "id": "4894e35d", "userId": "EE47101010033", "protocolVersion": "4.0"}
    request = {"Document": document("lt.asice"), "Filename": "õ & leping.asice", "DocumentType": "BDOC"}
    answer = client.service.ValidateDocument(ValidationRequest=request, _soapheaders=headers)
    report = answer.body.ValidationReport
    expect(report.ValidSignaturesCount == 1 and report.Signatures.Signature[0].Indication == "TOTAL-PASSED", "a sound document passes")
    expect(report.DocumentName == "õ & leping.asice", "the name of the file comes back")
    expect(answer.header.id == "4894e35d" and answer.header.client.memberCode == "70000001", "the headers of X-Road come back")

    def written(envelope):
        header = envelope.find("{http://schemas.xmlsoap.org/soap/envelope/}Header")
        return [etree.tostring(block, method="c14n2", with_tail=False) for block in header]

    expect(written(history.last_sent["envelope"]) == written(history.last_received["envelope"]), "as they were written")

    changed = {**request, "Document": document("data-file-changed.asice"), "SignaturePolicy": "POLv1"}
    report = client.service.ValidateDocument(ValidationRequest=changed).body.ValidationReport
    signature = report.Signatures.Signature[0]
    expect((signature.Indication, signature.SubIndication) == ("TOTAL-FAILED", "HASH_FAILURE"), f"a changed one fails: {signature.Errors.Error[0].Content}")

    try:
        client.service.ValidateDocument(ValidationRequest={**request, "Document": base64.b64encode(b"no container").decode()})
        expect(False, "a fault")
    except zeep.exceptions.Fault as fault:
        expect(fault.code == "soap:Server", f"fault {fault.code}: {fault.message}")

client = zeep.Client(f"{base}/soap/dataFilesWebService/getDocumentDataFiles?wsdl")
answer = client.service.GetDocumentDataFiles(DataFilesRequest={"Document": document("ddoc-1.3.ddoc"), "DocumentType": "DDOC"})
files = answer.body.DataFilesReport.DataFiles.DataFile
expect(all(len(base64.b64decode(file.Base64)) == file.Size for file in files) and len(files) > 0, f"data files: {[file.FileName for file in files]}")
answer = client.service.GetDocumentDataFiles(DataFilesRequest={"Document": document("ddoc-1.3-hashcode.ddoc"), "DocumentType": "DDOC"})
expect(all(file.Base64 is None for file in answer.body.DataFilesReport.DataFiles.DataFile), "without content in hashcode form")
try:
    client.service.GetDocumentDataFiles(DataFilesRequest={"Document": document("lt.asice"), "DocumentType": "BDOC"})
    expect(False, "a fault")
except zeep.exceptions.Fault as fault:
    expect(fault.code == "soap:Client", f"fault {fault.code}: {fault.message}")
