/** Until when a document is provable, for the command `forecast`. */
export { type Forecast, writeForecast } from './write-forecast.js'
