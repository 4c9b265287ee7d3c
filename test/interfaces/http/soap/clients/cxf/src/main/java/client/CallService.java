package client;

import datafiles.DataFilesWebService_Service;
import datafiles.GetDocumentDataFiles;
import datafiles.SoapDataFilesRequest;
import eu.x_road.xsd.identifiers.XRoadClientIdentifierType;
import eu.x_road.xsd.identifiers.XRoadObjectType;
import eu.x_road.xsd.identifiers.XRoadServiceIdentifierType;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import validation.DocumentType;
import validation.Indication;
import validation.SignatureValidationService;
import validation.SoapValidationRequest;
import validation.ValidateDocument;
import validation.ValidateDocumentResponse;

/** Calls the service with a client that Apache CXF generated from its WSDL. Arguments: address of the service, folder of the fixtures. */
public class CallService {
    private static String fixtures;

    public static void main(String[] args) throws Exception {
        fixtures = args[1];
        var port = new SignatureValidationService(new URL(args[0] + "/soap/validationWebService/validateDocument?wsdl")).getValidationWebServiceImplPort();

        var sender = new XRoadClientIdentifierType();
        sender.setObjectType(XRoadObjectType.SUBSYSTEM);
        sender.setXRoadInstance("EE");
        sender.setMemberClass("GOV");
        sender.setMemberCode("70000001");
        sender.setSubsystemCode("registrid");
        var service = new XRoadServiceIdentifierType();
        service.setObjectType(XRoadObjectType.SERVICE);
        service.setXRoadInstance("EE");
        service.setMemberClass("GOV");
        service.setMemberCode("70000002");
        service.setServiceCode("ValidateDocument");
        var clientHeader = new Holder<>(sender);
        var serviceHeader = new Holder<>(service);
        var id = new Holder<>("4894e35d");
        var userId = new Holder<>("EE47101010033");
        var issue = new Holder<>("õiend 12/3");
        var version = new Holder<>("4.0");
        ValidateDocumentResponse answer = port.validateDocument(request("lt.asice"), clientHeader, serviceHeader, id, userId, issue, version);
        var report = answer.getValidationReport();
        var signature = report.getSignatures().getSignature().get(0);
        expect(report.getValidSignaturesCount() == 1 && signature.getIndication() == Indication.TOTAL_PASSED, "a sound document passes");
        expect("õ & leping.asice".equals(report.getDocumentName()), "the name of the file comes back");
        expect("70000001".equals(clientHeader.value.getMemberCode()) && "õiend 12/3".equals(issue.value) && serviceHeader.value != service, "the headers of X-Road come back");

        var none = new Holder<String>();
        report = port.validateDocument(request("data-file-changed.asice"), new Holder<>(), new Holder<>(), none, none, none, none).getValidationReport();
        signature = report.getSignatures().getSignature().get(0);
        expect(signature.getIndication() == Indication.TOTAL_FAILED && "HASH_FAILURE".equals(signature.getSubIndication()),
            "a changed one fails: " + signature.getErrors().getError().get(0).getContent());

        try {
            var wrong = request("lt.asice");
            wrong.getValidationRequest().setDocument(Base64.getEncoder().encodeToString("no container".getBytes()));
            port.validateDocument(wrong, new Holder<>(), new Holder<>(), none, none, none, none);
            expect(false, "a fault");
        } catch (SOAPFaultException fault) {
            expect("Server".equals(fault.getFault().getFaultCodeAsQName().getLocalPart()), "fault " + fault.getFault().getFaultCode() + ": " + fault.getMessage());
        }

        var filesPort = new DataFilesWebService_Service(new URL(args[0] + "/soap/dataFilesWebService?wsdl")).getDataFilesWebServiceImplPort();
        var filesRequest = new GetDocumentDataFiles();
        var ddoc = new SoapDataFilesRequest();
        ddoc.setDocument(document("ddoc-1.3.ddoc"));
        ddoc.setDocumentType(datafiles.DocumentType.DDOC);
        filesRequest.setDataFilesRequest(ddoc);
        var files = filesPort.getDocumentDataFiles(filesRequest).getDataFilesReport().getDataFiles().getDataFile();
        expect(files.size() > 0 && files.stream().allMatch(file -> Base64.getDecoder().decode(file.getBase64()).length == file.getSize()), "data files: " + files.get(0).getFileName());
    }

    private static ValidateDocument request(String name) throws Exception {
        var fields = new SoapValidationRequest();
        fields.setDocument(document(name));
        fields.setFilename("õ & leping.asice");
        fields.setDocumentType(DocumentType.BDOC);
        var request = new ValidateDocument();
        request.setValidationRequest(fields);
        return request;
    }

    private static String document(String name) throws Exception {
        return Base64.getEncoder().encodeToString(Files.readAllBytes(Path.of(fixtures, "documents", name)));
    }

    private static void expect(boolean condition, String what) {
        if (!condition) throw new IllegalStateException("wrong: " + what);
        System.out.println("  CXF " + org.apache.cxf.version.Version.getCurrentVersion() + ": " + what);
    }
}
