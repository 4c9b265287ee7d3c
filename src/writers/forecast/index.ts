/** Until when a document is provable, for the command `forecast`. */
export { type Forecast, type SignatureForecast, writeForecast } from './write-forecast.js'
