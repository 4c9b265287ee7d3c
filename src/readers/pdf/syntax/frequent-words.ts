/** Keys and names that most signed files have (ISO 32000-1), and the keywords of values. */
const frequentWords = (
  'Type RoleMap Catalog Pages Page Kids Count Parent Resources MediaBox CropBox Rotate Contents Annots Group Tabs StructParents StructParent Font XObject ' +
  'ExtGState ColorSpace Pattern Shading ProcSet PDF Text ImageB ImageC ImageI Length Length1 Filter FlateDecode DecodeParms Predictor Columns ' +
  'Subtype Form Image Width Height BitsPerComponent DeviceRGB DeviceGray BBox Matrix FormType Name BaseFont TrueType Type0 Type1 Helvetica Encoding ' +
  'WinAnsiEncoding Identity-H FirstChar LastChar Widths W DW FontDescriptor FontName Flags ItalicAngle Ascent Descent CapHeight AvgWidth MaxWidth ' +
  'FontWeight XHeight Leading StemV FontBBox FontFile2 FontFile3 FontFile DescendantFonts CIDFontType2 CIDSystemInfo CIDToGIDMap Identity ToUnicode Ordering Registry ' +
  'Supplement BM Normal CA ca S D I O R Q Transparency CS Lang ViewerPreferences DisplayDocTitle MarkInfo Marked StructTreeRoot StructElem ParentTree ' +
  'ParentTreeNextKey Nums K Pg P MCID Metadata XML Extensions ESIC ADBE BaseVersion ExtensionLevel Version AcroForm Fields SigFlags DA DR FT Sig T V F ' +
  'Ff Rect AP N Annot Widget DSS VRI Certs Cert CRLs CRL OCSPs OCSP TU DocTimeStamp Adobe.PPKLite ETSI.CAdES.detached ETSI.RFC3161 ' +
  'adbe.pkcs7.detached SubFilter ByteRange M Reason Location ContactInfo Prop_Build App Reference TransformMethod TransformParams DocMDP Perms Lock ' +
  'XRef ObjStm First Index Size Root Info ID Prev XRefStm Title Author Creator Producer CreationDate ModDate true false null'
).split(' ')

/** The frequent words by their hash. */
const byHash: ReadonlyMap<number, string> = new Map(
  frequentWords.map((word) => [Buffer.from(word, 'latin1').reduce((hash, octet) => hashWith(hash, octet), 0), word]),
)

/** The hash of a word, continued by one more octet. */
export function hashWith(hash: number, octet: number): number {
  return (Math.imul(hash, 31) + octet) | 0
}

/**
 * The octets from `start` up to, but not including, `end` as text, one character for each. No new string is created for a frequent word: creating a string of a
 * few octets takes longer than parsing them. A frequent word is used only if it has exactly these octets.
 *
 * @param hash hash of the octets, by `hashWith` from 0
 */
export function wordOf(bytes: Buffer, start: number, end: number, hash: number): string {
  const word = byHash.get(hash)
  return word !== undefined && isAt(bytes, start, end, word) ? word : bytes.toString('latin1', start, end)
}

/** Whether the octets from `start` up to, but not including, `end` are this word. */
export function isAt(bytes: Buffer, start: number, end: number, word: string): boolean {
  if (word.length !== end - start) return false
  for (let index = 0; index < word.length; index++) if (bytes[start + index] !== word.charCodeAt(index)) return false
  return true
}
