module.exports = {
  workers: 1,
  reporter: 'line',
  timeout: 120_000,
  use: { launchOptions: { executablePath: process.env.CHROMIUM } },
}
