import type { CmsKey } from '#model'
import type { CheckTexts } from '../language.js'

export const cmsMessages: CheckTexts<CmsKey> = {
  'cms-signer-single': ['Kas allkirjal on üks allkirjastaja?', 'Allkiri sisaldab mitme allkirjastaja allkirju ({count}); oodatud on üks.'],
  'asic-manifest-usable': [
    'Kas üks konteineri manifest nimetab allkirja ja iga faili ühe korra?',
    'Ei ole kindel, mida allkiri {signature} hõlmab: {manifest}[ ({file})].',
  ],
  'cms-content-detached': [
    'Kas allkiri hõlmab faili, mitte sisu allkirja sees?',
    'Allkirjal on oma sisu, seega ei ole kindel, et allkirjastati fail.',
  ],
  'cms-message-digest-present': [
    'Kas allkirjas on allkirjastatud andmete räsi?',
    'Allkirja allkirjastatud atribuutides ei ole allkirjastatud andmete räsi.',
  ],
  'cms-content-type': ['Kas allkiri nimetab õige sisu liigi?', 'Allkiri nimetab muud sisu liiki kui see, mida see hõlmab ({stated}).'],
}
