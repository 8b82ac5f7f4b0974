package c

import (
	"bytes"
	"fmt"
	"net/http"
)

const usersPath = "/api/v1/users"

type Client struct{ baseURL string }

func New() *Client { return &Client{baseURL: "http://localhost:8000/api/v1"} }

func (c *Client) Read(id int) (*http.Response, error) {
	return http.Get(fmt.Sprintf("%s/users/%d", c.baseURL, id))
}
func (c *Client) Create() {
	req, _ := http.NewRequest(http.MethodPost, c.baseURL+"/users", bytes.NewReader(nil))
	http.DefaultClient.Do(req)
}
func (c *Client) do(method, path string) (*http.Response, error) {
	req, _ := http.NewRequest(method, "http://localhost:8000/api/v1"+path, nil)
	return http.DefaultClient.Do(req)
}
func (c *Client) Drop(id int) { c.do("DELETE", fmt.Sprintf("/users/%d", id)) }
func (c *Client) Posts(id int) {
	url := fmt.Sprintf("http://localhost:8000/api/v1/users/%d/posts", id)
	http.Get(url)
}
